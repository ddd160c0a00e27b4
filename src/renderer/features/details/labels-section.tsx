import type { ChatDetails } from '../../../contract/index.ts'
import { labelsOf, useLabels } from '../../client/use-labels.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { LabelChip } from '../../ui/marks/label-chips.tsx'
import { UnsyncedLine } from './unsynced-line.tsx'

/** Every label of the chat, and the way to change them. */
export function LabelsSection({ details }: { readonly details: ChatDetails }) {
  const t = useTranslations()
  const known = useLabels()
  const labels = labelsOf(known, details.labels)
  return (
    <section className="sect" aria-label={t('details.labels')}>
      <h3>
        {t('details.labels')}
        <Button kind="text" onClick={() => requestDialog({ kind: 'labels', chat: details.key })}>
          {t(labels.length === 0 ? 'details.addLabel' : 'details.changeLabels')}
        </Button>
      </h3>
      {labels.length > 0 && (
        <div className="labs">
          {labels.map(({ key, name, hue }) => (
            <LabelChip key={key} name={name} hue={hue} />
          ))}
        </div>
      )}
      {(['refused', 'waiting'] as const).map((why) => {
        const unsynced = details.unsyncedLabels.filter((one) => one.why === why).map(({ label }) => label)
        const names = labelsOf(known, unsynced).map(({ name }) => name)
        return names.length > 0 && <UnsyncedLine key={why} why={why} what="labels" names={names} />
      })}
    </section>
  )
}
