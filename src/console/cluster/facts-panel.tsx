import type { ReactNode } from 'react'
import type { ClusterResponse } from '../../server/api/cluster-response.ts'
import { Panel } from '../elements/panel.tsx'
import { StateSign } from '../elements/state-sign.tsx'
import { Age } from '../elements/time.tsx'

/** What there is to know of a cluster beside its steps. */
export function FactsPanel({ answer }: { readonly answer: ClusterResponse }): ReactNode {
  const { facts, cluster, compat } = answer
  return (
    <Panel title="Facts">
      <dl className="facts">
        {facts.clusterClass === undefined ? null : <Fact name="class">{facts.clusterClass}</Fact>}
        {facts.components.map(({ component, version }) => (
          <Fact key={component} name={component}>
            {version}
          </Fact>
        ))}
        {facts.createdAt === undefined ? null : (
          <Fact name="created">
            <Age since={Date.parse(facts.createdAt)} /> ago
          </Fact>
        )}
        {compat.target === undefined ? null : (
          <Fact name={`to ${compat.target}`}>
            <Answer answer={compat.answer} />
            {compat.holds.map(({ sentence }) => (
              <p key={sentence} className="muted">
                {sentence}
              </p>
            ))}
          </Fact>
        )}
        {facts.gates.length === 0 ? null : (
          <Fact name="gates">
            <ul className="gates">
              {facts.gates.map(({ label, isOpen }) => (
                <li key={label} className={`signed ${isOpen ? 'ink-ready' : 'ink-quiet'}`}>
                  <StateSign glyph={isOpen ? '✓' : '·'} />
                  <span>
                    {label} <span className="muted">{isOpen ? 'open' : 'closed'}</span>
                  </span>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        <Fact name="labels">
          <span className="labels">
            {Object.entries(cluster.labels).map(([label, value]) => (
              <span key={label} className="tag" title={`${label}=${value}`}>
                {label}={value}
              </span>
            ))}
          </span>
        </Fact>
      </dl>
    </Panel>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

const answers = {
  fits: { words: 'fits', ink: 'ready', glyph: '✓' },
  there: { words: 'is there', ink: 'ready', glyph: '✓' },
  held: { words: 'held', ink: 'alert', glyph: '!' },
  unknown: { words: 'unknown', ink: 'unknown', glyph: '?' },
} as const

/** Whether a cluster can go to a version, in a word. */
function Answer({ answer }: { readonly answer: keyof typeof answers }): ReactNode {
  const { words, ink, glyph } = answers[answer]
  return (
    <span className={`signed ink-${ink}`}>
      <StateSign glyph={glyph} />
      {words}
    </span>
  )
}
