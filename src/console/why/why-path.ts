/** Where the server explains a cluster, or one step of it. */
export function whyPath(id: string, step: string | undefined): string {
  const path = id.split('/').map(encodeURIComponent).join('/')
  return `clusters/${path}/why${step === undefined ? '' : `?step=${encodeURIComponent(step)}`}`
}
