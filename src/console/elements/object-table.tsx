import type { ReactNode } from 'react'
import { qualifiedName } from '../../domain/object/qualified-name.ts'
import type { ObjectRow } from '../../server/api/object-list-response.ts'
import { HealthWord } from './health-word.tsx'

interface ObjectTableProps {
  readonly objects: readonly ObjectRow[]
  readonly hasSteps?: boolean
}

/** Objects, each with its health and what it says. */
export function ObjectTable({ objects, hasSteps = false }: ObjectTableProps): ReactNode {
  return (
    <div className="scroll-x">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Object</th>
            {hasSteps ? <th scope="col">Step</th> : null}
            <th scope="col">Health</th>
            <th scope="col">Message</th>
          </tr>
        </thead>
        <tbody>
          {objects.map(one => (
            <tr key={`${one.step} ${one.cluster} ${one.apiVersion} ${one.kind} ${qualifiedName(one)}`}>
              <td>
                <span className="muted">{one.kind}</span> {qualifiedName(one)}
                {one.cluster === 'Management' ? <span className="tag">management cluster</span> : null}
              </td>
              {hasSteps ? <td>{one.step}</td> : null}
              <td>
                <HealthWord health={one.health} />
              </td>
              <td className="muted">{one.message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
