import { lazy, type ReactNode, Suspense } from 'react'
import { ChangePage } from './changes/change-page.tsx'
import { ChangesPage } from './changes/changes-page.tsx'
import { ClusterPage } from './cluster/cluster-page.tsx'
import { CompatPage } from './compat/compat-page.tsx'
import { Skeleton } from './elements/skeleton.tsx'
import { FitoutListPage } from './fitout/fitout-list-page.tsx'
import { FitoutPage } from './fitout/fitout-page.tsx'
import { FleetPage } from './fleet/fleet-page.tsx'
import { PageLink } from './routing/page-link.tsx'
import type { Route } from './routing/routes.ts'
import { StepPage } from './step/step-page.tsx'

// The YAML of a cluster, its form and its schema are as much as all other pages together.
const NewPage = lazy(async () => ({ default: (await import('./new/new-page.tsx')).NewPage }))

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
    case 'change':
      return <ChangePage id={route.id} />
    case 'new':
      return (
        <Suspense fallback={<Skeleton heights={[40, 480]} label="the form" isPage />}>
          <NewPage />
        </Suspense>
      )
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
