import { expect, test } from 'vitest'
import { VALUE_FORMATS } from './schema/hand-over-schema.ts'
import { type ValueFormat, valueFormatProblem } from './value-format.ts'

const values: Readonly<
  Record<ValueFormat, { readonly right: readonly string[]; readonly wrong: readonly string[] }>
> = {
  arn: {
    right: [
      'arn:aws:iam::123456789012:role/karpenter',
      'arn:aws-cn:sqs:cn-north-1:123456789012:queue',
      'arn:aws:s3:::bucket',
      'arn:aws:iam::aws:policy/ReadOnlyAccess',
    ],
    wrong: [
      '',
      'role/karpenter',
      'arn:aws:iam',
      'arn:aws:iam::12:role/x',
      'arn:aws:iam::123456789012:role/a b',
    ],
  },
  boolean: { right: ['true', 'false'], wrong: ['', 'True', 'yes', '1'] },
  cidr: {
    right: ['10.0.0.0/16', '0.0.0.0/0'],
    wrong: ['', '10.0.0.0', '10.0.0.256/8', '10.0.0.0/33', '::/0'],
  },
  hostname: { right: ['a', 'api.example.com'], wrong: ['', 'https://a', 'a_b', 'A.example', 'a..b'] },
  integer: { right: ['0', '-3', '123456789012345678'], wrong: ['', '1.5', '007', '1e3', '0x1', '+1', ' 1'] },
  json: {
    right: ['{}', '[1]', '"a"', 'null'],
    wrong: ['', '{', 'a', "{'a': 1}", `${'['.repeat(101)}${']'.repeat(101)}`],
  },
  url: {
    right: ['https://a.gr7.eu-west-1.eks.amazonaws.com', 'http://[::1]:6443/x?y#z', 'https://10.0.0.1:443/'],
    wrong: ['', 'a.example.com', 'ftp://a', 'https://', 'https://a b', 'https://a\n', 'https://u:p@a'],
  },
}

test.for(VALUE_FORMATS)('%s is told from what it is not, without a word of the value', format => {
  const { right, wrong } = values[format]
  expect(right.map(value => valueFormatProblem(format, value))).toEqual(right.map(() => undefined))
  const problems = new Set(wrong.map(value => valueFormatProblem(format, value)))
  expect(problems.size).toBe(1)
  expect([...problems][0]).toMatch(/^must be /)
})
