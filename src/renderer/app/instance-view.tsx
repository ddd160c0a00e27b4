import { useInstances } from '../client/use-instances.ts'
import { GroupsTab } from '../features/groups/groups-tab.tsx'
import { InstancePage } from '../features/instance/instance-page.tsx'
import { InstancesTable } from '../features/instance/instances-table.tsx'
import { ContactsTab } from '../features/people/contacts-tab.tsx'
import type { Route } from '../lib/routing/route.ts'

/** One instance, with the tabs of other features in it, or the table of all: features never import each other. */
export function InstanceView({ route }: { readonly route: Extract<Route, { view: 'instance' }> }) {
  const instances = useInstances()
  if (route.scope === null) return <InstancesTable instances={instances} />
  const instance = instances.find(({ key }) => key === route.scope)
  if (instance === undefined) return <div aria-busy="true" />
  return (
    <InstancePage
      instance={instance}
      tab={route.tab ?? 'overview'}
      groups={<GroupsTab key={instance.key} instance={instance} />}
      contacts={<ContactsTab key={instance.key} instance={instance} />}
    />
  )
}
