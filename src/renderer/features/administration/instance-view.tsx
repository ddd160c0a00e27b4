import { useInstances } from '../../client/use-instances.ts'
import { InstancePage } from './instance-page.tsx'
import { InstancesTable } from './instances-table.tsx'
import type { Route } from '../../lib/routing/route.ts'

/** One instance, or the table of all. */
export function InstanceView({ route }: { readonly route: Extract<Route, { view: 'instance' }> }) {
  const instances = useInstances()
  if (route.scope === null) return <InstancesTable instances={instances} />
  const instance = instances.find(({ key }) => key === route.scope)
  if (instance === undefined) return <div aria-busy="true" />
  return <InstancePage instance={instance} tab={route.tab ?? 'overview'} />
}
