import type { InstanceKey } from '../../contract/ids.ts'
import { createSharedScene } from './team-scene.ts'
import type { SceneDesk } from './team-scene.ts'

/** Two desks of one team before the same chat, and what they see of its notes and labels. */
export async function createAnnotatedChat() {
  const scene = await createSharedScene()
  const lena = scene.instance.person('79990001122', { name: 'Lena' })
  lena.says('a question')
  const at = async (desk: SceneDesk) => {
    await desk.waitFor('the question is there', async () => (await desk.texts(lena.chatId)).includes('a question'))
    const [row] = await desk.call('instances.list', {})
    const chat = await desk.chat(row?.key as InstanceKey, lena.chatId)
    const notes = async () =>
      (await desk.call('notes.list', { chat })).map(({ text, by }) => [text, by?.name, by?.isThis])
    return {
      ...desk,
      chatKey: chat,
      notes,
      untilNotes: (what: string, wanted: readonly string[]) =>
        desk.waitFor(what, async () => {
          const texts = (await notes()).map(([text]) => text)
          return texts.length === wanted.length && wanted.every((text) => texts.includes(text))
        }),
      labels: async () => {
        const names = new Map((await desk.call('labels.list', {})).map(({ key, name }) => [key, name]))
        return (await desk.call('chats.details', { chat })).labels.map((key) => names.get(key))
      },
    }
  }
  const [yara, anna] = [await at(scene.first), await at(scene.second)]
  return { ...scene, lena, yara, anna, at }
}
