// What differs from run to run, in the order in which it is looked for.
const varying: readonly (readonly [RegExp, string])[] = [
  [/\bfleet-\d+\b/g, 'fleet'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>'],
  [/\d{4}-\d\d-\d\d/g, '<date>'],
  [/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, '<uid>'],
  [/\b127\.0\.0\.1:\d+/g, '127.0.0.1:<port>'],
  [/, for (?:\d+[dhms])+/g, ', for <duration>'],
  // A pod is called after its set, a hash, and five letters of chance.
  [/-[bcdf-hj-np-tv-z2-9]{8,10}-[bcdf-hj-np-tv-z2-9]{5}\b/g, '-<pod>'],
  // So are the pods of other sets, and what Karpenter asks for.
  [/-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '-<id>'],
  // A release says it in one condition first, and then in both.
  [/\b(?:Released|Ready)=False UpgradeFailed/g, 'Ready=False UpgradeFailed'],
  // Cluster API tries it every ten seconds, and believes it after five times.
  [/RemoteConnectionProbe=\w+ .*/g, 'RemoteConnectionProbe=<probe>'],
  // Another place may be in the same situation.
  [/\n\d+ more clusters? (?:has|have) this cause: .*\n/g, ''],
  // Columns are as wide as what stood in them.
  [/(\S) {2,}/g, '$1  '],
]

/** What a command printed, but for what differs from run to run. */
export function goldenText(printed: string): string {
  return varying.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), printed)
}

/** The name of the golden file of a situation. */
export function goldenFile(name: string): string {
  const words = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return `${words.replaceAll(/^-|-$/g, '')}.txt`
}
