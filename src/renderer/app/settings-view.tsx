import type { Scope } from '../../contract/ids.ts'
import { InstanceList } from '../features/instances/rail/instance-list.tsx'
import { QuickReplySettings } from '../features/quick-replies/quick-reply-settings.tsx'
import { TeamSettings } from '../features/team/team-settings.tsx'
import { Settings } from '../features/settings/settings.tsx'

export interface SettingsViewProps {
  readonly scope: Scope
  readonly section: string | null
}

/** Settings with the instances' own list, the team and the quick replies in it: features never import each other. */
export const SettingsView = ({ scope, section }: SettingsViewProps) => (
  <Settings
    scope={scope}
    section={section}
    instanceList={<InstanceList />}
    team={<TeamSettings />}
    quickReplies={<QuickReplySettings />}
  />
)
