/** An answer for programs: a document with its kind, as text. */
export function jsonDocument(kind: string, content: object): string {
  return `${JSON.stringify({ apiVersion: 'fitout.dev/v1alpha1', kind, ...content }, undefined, 2)}\n`
}
