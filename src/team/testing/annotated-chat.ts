import type { InstanceKey } from '../../contract/ids.ts'
import { createSharedScene, type SceneDesk } from './team-scene.ts'

/** A desk before a chat in which a question came, and what it sees of the chat's notes and labels. */
export async function watchChat(desk: SceneDesk, chatId: string) {
  await desk.waitFor('the question is there', async () => (await desk.texts(chatId)).includes('a question'))
  const [row] = await desk.call('instances.list', {})
  const chat = await desk.chat(row?.key as InstanceKey, chatId)
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

/** Two desks of one team before the same chat. */
export async function createAnnotatedChat() {
  const scene = await createSharedScene()
  const lena = scene.instance.person('79990001122', { name: 'Lena' })
  lena.says('a question')
  const at = (desk: SceneDesk) => watchChat(desk, lena.chatId)
  const [yara, anna] = [await at(scene.first), await at(scene.second)]
  return { ...scene, lena, yara, anna, at }
}
