import type { ReactNode } from 'react'
import { ChangesPage } from './changes/changes-page.tsx'
import { ClusterPage } from './cluster/cluster-page.tsx'
import { CompatPage } from './compat/compat-page.tsx'
import { FitoutListPage } from './fitout/fitout-list-page.tsx'
import { FitoutPage } from './fitout/fitout-page.tsx'
import { FleetPage } from './fleet/fleet-page.tsx'
import { PageLink } from './routing/page-link.tsx'
import type { Route } from './routing/routes.ts'
import { StepPage } from './step/step-page.tsx'

/** The page of a route. */
export function PageOf({ route }: { readonly route: Route }): ReactNode {
  switch (route.page) {
    case 'fleet':
      return <FleetPage />
    case 'cluster':
      return <ClusterPage namespace={route.namespace} name={route.name} />
    case 'step':
      return <StepPage namespace={route.namespace} name={route.name} step={route.step} />
    case 'fitouts':
      return <FitoutListPage />
    case 'fitout':
      return <FitoutPage namespace={route.namespace} name={route.name} />
    case 'changes':
      return <ChangesPage />
    case 'compat':
      return <CompatPage />
    default:
      return <Nowhere />
  }
}

function Nowhere(): ReactNode {
  return (
    <div className="empty">
      <h1>There is no page at this address</h1>
      <PageLink className="button" to="/">
        Open the fleet
      </PageLink>
    </div>
  )
}
