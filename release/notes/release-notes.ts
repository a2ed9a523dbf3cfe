/** The section of CHANGELOG.md about a version, without its heading. Throws when there is none: a release is described. */
export function changesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m)
  const found = sections.find(section =>
    new RegExp(`^\\[?v?${version.replaceAll('.', '\\.')}\\]?(?:\\s|$)`).test(section),
  )
  const text = found?.slice(found.indexOf('\n') + 1).trim()
  if (!text) throw new Error(`cannot release ${version}: CHANGELOG.md has no section "## ${version}"`)
  return text
}

interface Facts {
  readonly version: string
  readonly changes: string
  readonly imageDigest: string
  readonly sums: string
}

/** What stands on the page of a release. */
export function releaseNotes({ version, changes, imageDigest, sums }: Facts): string {
  return `${changes}

## Verify

The image has the digest \`${imageDigest}\`: whoever makes it from the tag \`v${version}\` with \`make image\` gets the same.
The files have these SHA-256 digests (\`sha256sum --check SHA256SUMS\`); SECURITY.md says more.

\`\`\`
${sums.trim()}
\`\`\`
`
}
