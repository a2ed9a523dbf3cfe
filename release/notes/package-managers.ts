/** A file that package managers download. */
export interface Download {
  readonly architecture: string
  readonly name: string
  readonly sha256: string
}

interface Product {
  readonly version: string
  readonly description: string
  readonly license: string
  /** Where the files of the release are served. */
  readonly url: string
  readonly downloads: readonly Download[]
}

/** The formula by which Homebrew installs the executable, with its manual page and completion. */
export function homebrewFormula({ version, description, license, url, downloads }: Product): string {
  const names: Readonly<Record<string, string>> = { amd64: 'on_intel', arm64: 'on_arm' }
  const blocks = downloads.map(({ architecture, name, sha256 }) =>
    [
      `    ${names[architecture]} do`,
      `      url "${url}/${name}"`,
      `      sha256 "${sha256}"`,
      '    end',
    ].join('\n'),
  )
  return `class Fitout < Formula
  desc ${JSON.stringify(description)}
  homepage "${new URL('.', url.replace(/\/releases\/.*$/, '/')).href.replace(/\/$/, '')}"
  version "${version}"
  license "${license}"

  on_linux do
${blocks.join('\n')}
  end

  def install
    bin.install "fitout"
    bin.install_symlink "fitout" => "kubectl-fitout"
    man1.install "man/fitout.1"
    bash_completion.install "completions/fitout.bash" => "fitout"
    zsh_completion.install "completions/_fitout"
    fish_completion.install "completions/fitout.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/fitout version")
  end
end
`
}

/** The manifest by which krew installs it as \`kubectl fitout\`. JSON is YAML. */
export function krewManifest({ version, description, url, downloads }: Product): object {
  return {
    apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
    kind: 'Plugin',
    metadata: { name: 'fitout' },
    spec: {
      version: `v${version}`,
      shortDescription: 'Fit out Cluster API clusters, in order, from Git',
      description,
      platforms: downloads.map(({ architecture, name, sha256 }) => ({
        selector: { matchLabels: { os: 'linux', arch: architecture } },
        uri: `${url}/${name}`,
        sha256,
        bin: 'fitout',
        files: [
          { from: 'fitout', to: '.' },
          { from: 'LICENSE', to: '.' },
        ],
      })),
    },
  }
}
