import { expect, type Page } from '@playwright/test'
import type { Instance } from '../../src/emulator/world/instance.ts'
import { at, type Shot } from './shot.ts'

interface Script {
  readonly name: string
  /** What the customer is called, and what is typed of it. */
  readonly customer: readonly [name: string, typed: string]
  /** What the customer says, and what is typed of it. */
  readonly message: readonly [text: string, typed: string]
  /** What a quick reply is called, its text, and what is typed of its name. */
  readonly reply: readonly [name: string, text: string, typed: string]
}

const scripts: readonly Script[] = [
  {
    name: 'latin',
    customer: ['Nguyễn Thị Đặng'.normalize('NFD'), 'dang'],
    message: ['Gửi về Łódź, phố Straßenheim, được không?'.normalize('NFD'), 'STRASSEN'],
    reply: ['Giờ mở cửa', 'Cửa hàng mở cửa từ 9 giờ đến 18 giờ.', 'gio'],
  },
  {
    name: 'cyrillic',
    customer: ['Андрей Ёлкин'.normalize('NFD'), 'елк'],
    message: ['Пришлите счёт за йогурт, пожалуйста'.normalize('NFD'), 'счет'],
    reply: ['Счёт на оплату', 'Счёт отправили на вашу почту.', 'счет'],
  },
  {
    name: 'greek',
    customer: ['Ελένη Παπαδάκη', 'παπαδακη'],
    message: ['Η παραγγελία είναι έτοιμη; Ευχαριστώ!', 'ΕΤΟΙΜΗ'],
    reply: ['Ώρες λειτουργίας', 'Είμαστε ανοιχτά από τις 9.', 'ωρες'],
  },
  {
    name: 'arabic',
    customer: ['مُحَمَّد الأحمد', 'محمد'],
    message: ['مَرْحَبًا، هل وَصَلَ الطَّلَبُ رقم ٤٨٢١؟', 'الطلب'],
    reply: ['أوقات العمل', 'نفتح من التاسعة صباحًا.', 'اوقات'],
  },
  {
    name: 'hebrew',
    customer: ['מֹשֶׁה כֹּהֵן', 'כהן'],
    message: ['שָׁלוֹם, מתי יגיע המשלוח שלי?', 'שלום'],
    reply: ['שעות פתיחה', 'אנחנו פתוחים משעה 9.', 'שעו'],
  },
  {
    name: 'devanagari',
    customer: ['सोनिया शर्मा', 'शर्मा'],
    message: ['नमस्ते, क्या मेरा ऑर्डर तैयार है?', 'ऑर्डर'],
    reply: ['खुलने का समय', 'हम सुबह 9 बजे खुलते हैं।', 'समय'],
  },
  {
    name: 'thai',
    customer: ['สมชาย ใจดี', 'ชาย'],
    message: ['สวัสดีครับ พัสดุถึงแล้วหรือยังครับ', 'พัสดุ'],
    reply: ['เวลาทำการ', 'เปิดตั้งแต่เก้าโมงเช้า', 'ทำการ'],
  },
  {
    name: 'chinese',
    customer: ['王小明', '小明'],
    message: ['你好，订单号12345已发货了吗？', '发货'],
    reply: ['营业时间', '我们早上九点开门。', '时间'],
  },
  {
    name: 'japanese',
    customer: ['さくら田中', '田中'],
    message: ['すみません、ガスの請求書はまだですか。', '請求書'],
    reply: ['営業時間', '朝九時から営業しています。', '時間'],
  },
  {
    name: 'korean',
    customer: ['김민준'.normalize('NFD'), '민준'],
    message: ['안녕하세요, 주문번호 12번 언제 오나요?', '번호'],
    reply: ['영업 시간', '오전 9시부터 영업합니다.', '시간'],
  },
  {
    name: 'armenian',
    customer: ['Արամ Պետրոսյան', 'պետ'],
    message: ['Բարև, պատվերը պատրա՞ստ է:', 'պատվ'],
    reply: ['Աշխատանքային ժամեր', 'Բաց ենք ժամը 9-ից։', 'ժամ'],
  },
  {
    name: 'georgian',
    customer: ['გიორგი ბერიძე', 'ბერი'],
    message: ['გამარჯობა, შეკვეთა მზად არის?', 'შეკვ'],
    reply: ['სამუშაო საათები', 'ვიხსნებით 9 საათზე.', 'საათ'],
  },
]

/** A customer of each script, who asks something. */
export function sayInScripts(instance: Instance): void {
  for (const [index, { customer, message }] of scripts.entries()) {
    const person = instance.person(String(46_700_930_000 + index), { name: customer[0] })
    person.says(message[0], { at: instance.now() - (index + 2) * 60_000 })
  }
}

/** Takes a quick reply of each script from a file. */
export async function addScriptReplies(page: Page): Promise<void> {
  await at(page, '#/settings/all/quick-replies')
  const replies = scripts.map(({ reply: [name, text] }) => ({ name, text }))
  await page
    .locator('input[type=file][accept*=csv]')
    .setInputFiles({ name: 'replies.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(replies)) })
  await expect(page.getByText(scripts.at(-1)?.reply[0] ?? '', { exact: true })).toBeVisible()
}

/** The customer found in the list, and with `replies` a quick reply above the composer, else a message in the chat. */
const inWindow =
  ({ customer, message, reply }: Script, replies: boolean): Shot['arrange'] =>
  async (page) => {
    await at(page, '#/chats/1')
    await page.locator('.chats').getByRole('searchbox').fill(customer[1])
    await expect(page.locator('.chats [data-chat]')).toHaveCount(1)
    await page.locator('.chats [data-chat]').click()
    await page.getByRole('log').getByRole('article').first().waitFor()
    if (replies) {
      await page.locator('[data-write]').fill(`/${reply[2]}`)
      return page.locator('.suggest').waitFor()
    }
    await page.locator('.conv [data-find]').click()
    await page.getByRole('search').getByRole('searchbox').fill(message[1])
    await expect(page.getByRole('search').getByRole('status')).toHaveText(/^1 /)
  }

/** Everything that a word finds, by the palette. */
const inPalette =
  (typed: string, found: string): Shot['arrange'] =>
  async (page) => {
    await at(page, '#/chats/1')
    await page.locator('.chats [data-chat]').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(typed)
    await expect(page.getByRole('option').filter({ hasText: found }).locator('mark').first()).toBeVisible()
  }

/** Searches in twelve scripts. */
export const scriptShots: readonly Shot[] = scripts.flatMap((script): readonly Shot[] => {
  const { name, customer, message } = script
  const one = { on: 'scripts', width: 1280, height: 820 } as const
  return [
    { ...one, name: `script-${name}-light`, arrange: inWindow(script, false) },
    { ...one, name: `script-${name}-reply-dark`, scheme: 'dark', arrange: inWindow(script, true) },
    { ...one, name: `script-${name}-people-dark`, scheme: 'dark', arrange: inPalette(customer[1], customer[0]) },
    { ...one, name: `script-${name}-messages-light`, width: 700, arrange: inPalette(message[1], message[0]) },
  ]
})
