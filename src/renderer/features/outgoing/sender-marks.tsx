import type { ReactNode } from 'react'
import type { Colleague } from '../../../contract/team.ts'
import { useTranslations, type Translate } from '../../lib/translations.ts'
import { MemberAvatar } from '../../ui/marks/member-avatar.tsx'
import { ProgramTile } from '../../ui/marks/program-tile.tsx'

/** A person who sent a message at a desk; null: the one at this desk, which is in no team. */
type Author = Colleague | null

export const authorName = (t: Translate, author: Author): string =>
  author === null || author.isThis ? t('ui.you') : author.name || t('ui.colleague')

/** A person with their avatar. `children` in place of the name alone. */
export function PersonMark({ author, children }: { readonly author: Author; readonly children?: ReactNode }) {
  const t = useTranslations()
  const name = authorName(t, author)
  return (
    <span className="cellrow">
      <MemberAvatar person={author?.isThis === false ? author : { desk: '', name, isThis: true }} size={20} />
      <bdi className="ell">{children ?? name}</bdi>
    </span>
  )
}

export const ProgramMark = ({ name }: { readonly name: string }) => (
  <span className="cellrow">
    <ProgramTile />
    <bdi className="ell">{name}</bdi>
  </span>
)
