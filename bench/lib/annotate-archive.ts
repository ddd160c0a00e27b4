import { openDatabase } from '../../src/core/store/engine/database.ts'

const labels = 20
/** Digits of one length, so that no name begins another. */
export const labelName = (index: number): string => `Label ${String(index % labels).padStart(2, '0')}`

/** Makes every tenth chat of an archive wait for an answer, and every third have one label, some of them two. */
export function annotateArchive(file: string): void {
  const db = openDatabase(file)
  const label = db.prepare('insert or ignore into label (key, name, name_key, hue) values (?, ?, ?, ?)')
  for (let index = 0; index < labels; index++) {
    const name = labelName(index)
    label.run(index + 1, name, name.toLowerCase(), 1 + (index % 6))
  }
  db.exec(`
    update chat set waiting_at = last_at, answer_due_at = last_at + 3600000 where key % 10 = 3;
    insert or ignore into chat_label (chat, label) select key, 1 + (key / 3) % ${labels} from chat where key % 3 = 0;
    insert or ignore into chat_label (chat, label) select key, 1 + (key / 9) % ${labels} from chat where key % 9 = 0`)
  db.close()
}
