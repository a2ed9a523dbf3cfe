import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repairPath } from './repair-path.ts'
import { joinPath, splitPath } from './split-path.ts'

describe('repairPath', () => {
  const repaired: readonly { name: string; given: string; codes: readonly string[]; want: string }[] = [
    {
      name: 'escapes the dots of an annotation',
      given: 'serviceAccount.annotations.eks.amazonaws.com/role-arn',
      codes: ['KEY_SPLIT_AT_DOTS'],
      want: String.raw`serviceAccount.annotations.eks\.amazonaws\.com/role-arn`,
    },
    {
      name: 'escapes the dots that were forgotten',
      given: String.raw`annotations.iam\.gke.io/gcp-service-account`,
      codes: ['KEY_SPLIT_AT_DOTS'],
      want: String.raw`annotations.iam\.gke\.io/gcp-service-account`,
    },
    {
      name: 'escapes the first dot of a prefix it knows',
      given: String.raw`annotations.eks.amazonaws\.com/role-arn`,
      codes: ['KEY_SPLIT_AT_DOTS'],
      want: String.raw`annotations.eks\.amazonaws\.com/role-arn`,
    },
    {
      name: 'knows where labels are kept by the name of the map',
      given: 'controller.podLabels.team.acme.corp/owner',
      codes: ['KEY_SPLIT_AT_DOTS'],
      want: String.raw`controller.podLabels.team\.acme\.corp/owner`,
    },
    {
      name: 'takes dots behind the slash of a label along',
      given: 'nodeSelector.example.com/zone.name',
      codes: ['KEY_SPLIT_AT_DOTS'],
      want: String.raw`nodeSelector.example\.com/zone\.name`,
    },
    {
      name: 'leaves out what cannot be part of a domain',
      given: 'annotations.myPod.prometheus.io/scrape',
      codes: ['KEY_SPLIT_AT_DOTS'],
      want: String.raw`annotations.myPod.prometheus\.io/scrape`,
    },
    {
      name: 'knows well-known prefixes anywhere',
      given: 'ingress.nginx.ingress.kubernetes.io/rewrite-target',
      codes: ['KEY_SPLIT_AT_DOTS'],
      want: String.raw`ingress.nginx\.ingress\.kubernetes\.io/rewrite-target`,
    },
    {
      name: 'guesses a domain from its ending',
      given: 'config.acme.com/token',
      codes: ['KEY_SPLIT_AT_DOTS'],
      want: String.raw`config.acme\.com/token`,
    },
    {
      name: 'looks behind the last index',
      given: 'pods[0].annotations.cert-manager.io/issuer',
      codes: ['KEY_SPLIT_AT_DOTS'],
      want: String.raw`pods[0].annotations.cert-manager\.io/issuer`,
    },
    {
      name: 'keeps the name of a file together',
      given: 'externalConfig.application.yml.content',
      codes: ['FILE_NAME_SPLIT'],
      want: String.raw`externalConfig.application\.yml.content`,
    },
    {
      name: 'keeps the name of a file together where files are kept',
      given: 'secret.stringData.tls.crt',
      codes: ['FILE_NAME_SPLIT'],
      want: String.raw`secret.stringData.tls\.crt`,
    },
    {
      name: 'makes an index of a number',
      given: 'containers.0.image',
      codes: ['INDEX_AS_KEY'],
      want: 'containers[0].image',
    },
    {
      name: 'takes a template prefix away',
      given: '.Values.image.tag',
      codes: ['TEMPLATE_PREFIX'],
      want: 'image.tag',
    },
    { name: 'takes a dot in front away', given: '.image.tag', codes: ['TEMPLATE_PREFIX'], want: 'image.tag' },
    {
      name: 'takes the root of a query away',
      given: '$.image.tag',
      codes: ['TEMPLATE_PREFIX'],
      want: 'image.tag',
    },
    {
      name: 'follows a JSON pointer',
      given: '/a/0/eks.amazonaws.com~1role-arn',
      codes: ['JSON_POINTER'],
      want: String.raw`a[0].eks\.amazonaws\.com/role-arn`,
    },
    {
      name: 'takes quotes away',
      given: 'annotations."a.b/c"',
      codes: ['QUOTED_KEY'],
      want: String.raw`annotations.a\.b/c`,
    },
    {
      name: 'takes quoted brackets away',
      given: "annotations['a.b/c'][0]",
      codes: ['QUOTED_KEY'],
      want: String.raw`annotations.a\.b/c[0]`,
    },
    {
      name: 'takes brackets around a key away',
      given: 'annotations[a.b/c]',
      codes: ['QUOTED_KEY'],
      want: String.raw`annotations.a\.b/c`,
    },
    {
      name: 'halves backslashes',
      given: String.raw`annotations.a\\.b/c`,
      codes: ['DOUBLE_BACKSLASH'],
      want: String.raw`annotations.a\.b/c`,
    },
    { name: 'takes a backslash at the end away', given: 'a.b\\', codes: ['TRAILING_BACKSLASH'], want: 'a.b' },
    { name: 'takes a dot too many away', given: 'a..b.', codes: ['EMPTY_NAME'], want: 'a.b' },
    {
      name: 'repairs one thing after the other',
      given: '$.Values.pods.0.labels.app.kubernetes.io/name',
      codes: ['TEMPLATE_PREFIX', 'KEY_SPLIT_AT_DOTS', 'INDEX_AS_KEY'],
      want: String.raw`pods[0].labels.app\.kubernetes\.io/name`,
    },
  ]
  for (const { name, given, codes, want } of repaired) {
    test(name, () => {
      const repairs = repairPath(given)
      expect({ codes: repairs.map(({ finding }) => finding.code), path: repairs.at(-1)?.path }).toStrictEqual(
        { codes, path: want },
      )
    })
  }

  const left = [
    { name: 'an ordinary path', given: 'image.tag' },
    { name: 'a path with indexes', given: 'a.list[0][1].name' },
    {
      name: 'an annotation with its dots escaped',
      given: String.raw`annotations.eks\.amazonaws\.com/role-arn`,
    },
    { name: 'escaped labels below a map per component', given: String.raw`labels.server.example\.com/name` },
    { name: 'a slash without a domain', given: 'config.paths.api/v1' },
    { name: 'a label without dots', given: 'labels.team/owner' },
    { name: 'a word that is also the ending of a file', given: 'logging.json' },
    { name: 'a number in front', given: '0.a' },
    { name: 'an index that is no number', given: 'a[-1].b' },
    { name: 'brackets that are wrong', given: 'a[0' },
    { name: 'an empty path', given: '' },
    { name: 'a dot', given: '.' },
  ]
  for (const { name, given } of left)
    test(`leaves alone ${name}`, () => expect(repairPath(given)).toStrictEqual([]))

  test('does nothing to a path that is much too long', () => {
    expect(repairPath(`annotations.${'a.'.repeat(600)}com/x`)).toStrictEqual([])
  })

  test('repairs any annotation once and for all', () => {
    const words = fc.stringMatching(/^[a-z]{2,8}$/)
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), words, (labels, name) => {
        const key = `${labels.join('.')}.com/${name}`
        const meant = `pod.annotations.${key.replaceAll('.', String.raw`\.`)}`
        expect(repairPath(`pod.annotations.${key}`).at(-1)?.path).toBe(meant)
        expect(repairPath(meant)).toStrictEqual([])
      }),
    )
  })
})

test('joinPath puts together what splitPath took apart', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '.', '[', ']', '0', '\\', '/') }), path => {
      const parts = splitPath(path)
      fc.pre(parts !== undefined && !path.includes('\\'))
      expect(joinPath(parts ?? [])).toBe(path)
    }),
  )
})
