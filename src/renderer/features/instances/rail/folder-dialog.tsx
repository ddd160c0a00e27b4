import '../instances.css'
import { useState } from 'react'
import type { InstanceKey } from '../../../../contract/ids.ts'
import { useContractCommand } from '../../../client/use-contract-command.ts'
import { useInstances } from '../../../client/use-instances.ts'
import { useCloseDialog } from '../../../lib/routing/dialog-requests.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { folderNames } from './rail-rows.ts'

/** Puts instances into a folder, an existing one or a new one, or out of theirs. */
export function FolderDialog({ keys }: { readonly keys: readonly InstanceKey[] }) {
  const t = useTranslations()
  const closeDialog = useCloseDialog()
  const instances = useInstances()
  const [edit, { pending }] = useContractCommand('instances.edit')
  const wanted = instances.filter(({ key }) => keys.includes(key))
  const present = folderNames(wanted)
  const isRename = present.length === 1 && wanted.every(({ folder }) => folder === present[0])
  const [name, setName] = useState(isRename ? (present[0] ?? '') : '')
  const others = folderNames(instances).filter((folder) => !(isRename && folder === present[0]))
  const save = async (folder: string): Promise<void> => {
    for (const { key } of wanted) {
      const result = await edit({ instance: key, folder })
      if (!result.ok) return
    }
    closeDialog()
  }
  return (
    <FormDialog
      form={{ pending, submit: () => void save(name) }}
      title={t('instances.folder.title', { count: wanted.length })}
      text={t('instances.folder.text')}
      save={t('instances.folder.put')}
      blocked={name.trim() === ''}
      onClose={closeDialog}
      dismissable={!pending}
      footStart={
        present.length > 0 && (
          <Button kind="text" disabled={pending} onClick={() => void save('')}>
            {t('instances.folder.none')}
          </Button>
        )
      }
    >
      <TextField
        label={t('instances.folder.name')}
        value={name}
        maxLength={80}
        onChange={(event) => setName(event.target.value)}
      />
      {others.length > 0 && (
        <div className="folder-choices" role="group" aria-label={t('instances.folder.existing')}>
          {others.map((folder) => (
            <Button key={folder} size="compact" icon="layers" disabled={pending} onClick={() => void save(folder)}>
              {folder}
            </Button>
          ))}
        </div>
      )}
    </FormDialog>
  )
}
