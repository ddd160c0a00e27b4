// Draws the pictures, avatars and the clip that the emulator's people send, into src/emulator/media/assets. Run by hand
// after a change of a scene: node tools/pictures/emulator-media.mjs (needs Chromium; CHROMIUM names another one).
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'

const out = path.resolve(import.meta.dirname, '../../src/emulator/media/assets')
const box = (x, y, w, h, fill = '#c99a5b', tape = '#e6c48f') =>
  `<g><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="3" fill="${fill}"/><rect x="${x}" y="${y}" width="${w}" height="${h * 0.18}" fill="#00000018"/><rect x="${x + w * 0.42}" y="${y}" width="${w * 0.16}" height="${h}" fill="${tape}"/></g>`
const van = (x, y, s, colour = '#2f6fdb') =>
  `<g transform="translate(${x} ${y}) scale(${s})"><path d="M0 20q0-14 14-14h140q10 0 16 8l30 38h22q14 0 14 14v34H0z" fill="${colour}"/><path d="M160 16h8q5 0 8 4l24 32h-40z" fill="#dcecff"/><rect x="14" y="22" width="126" height="46" rx="4" fill="#ffffff26"/><circle cx="54" cy="102" r="24" fill="#1d2433"/><circle cx="54" cy="102" r="10" fill="#aab3c4"/><circle cx="186" cy="102" r="24" fill="#1d2433"/><circle cx="186" cy="102" r="10" fill="#aab3c4"/><rect x="222" y="66" width="12" height="10" rx="3" fill="#ffe08a"/></g>`
const lines = (x, y, widths, step = 18, fill = '#c3cad6') =>
  widths.map((w, i) => `<rect x="${x}" y="${y + i * step}" width="${w}" height="7" rx="3.5" fill="${fill}"/>`).join('')
const bars = (x, y, h) =>
  [3, 6, 2, 4, 7, 2, 3, 5, 2, 6, 3, 2, 5, 4, 2, 7, 3, 2, 4, 6].reduce(
    ([svg, at], w, i) => [
      svg + (i % 2 ? '' : `<rect x="${at}" y="${y}" width="${w}" height="${h}" fill="#1b2230"/>`),
      at + w + 2,
    ],
    ['', x],
  )[0]

const scenes = {
  'loading-bay': [
    960,
    640,
    `<rect width="960" height="640" fill="#b9cadb"/><rect y="470" width="960" height="170" fill="#8d97a5"/><rect x="130" y="90" width="420" height="400" fill="#55647a"/><rect x="160" y="120" width="360" height="370" fill="#2b3547"/>${[0, 1, 2, 3].map((i) => `<rect x="160" y="${120 + i * 26}" width="360" height="22" fill="#6d7d95"/>`).join('')}<rect x="650" y="130" width="200" height="96" rx="10" fill="#1f4f99"/><text x="750" y="197" text-anchor="middle" font-family="sans-serif" font-size="54" font-weight="700" fill="#fff">BAY 3</text>${box(210, 390, 110, 100)}${box(330, 370, 140, 120, '#b98a4c')}${box(250, 300, 100, 90, '#d7ab6d')}${box(360, 290, 90, 80)}<rect x="190" y="490" width="310" height="22" fill="#7c5a33"/><path d="M130 640l90-130h40l-70 130zM720 640l-90-130h-40l70 130z" fill="#f2b632"/>${box(690, 420, 130, 110, '#c08f50')}${box(715, 330, 100, 90, '#d7ab6d')}`,
  ],
  shelf: [
    960,
    720,
    `<rect width="960" height="720" fill="#eef1f5"/>${[0, 1, 2].map((r) => `<rect x="60" y="${210 + r * 210}" width="840" height="18" fill="#3d5a99"/>${[0, 1, 2, 3, 4].map((c) => ((r + c) % 4 === 3 ? '' : box(90 + c * 165, 210 + r * 210 - 120 + ((r * c) % 3) * 14, 130, 120 - ((r * c) % 3) * 14, ['#c99a5b', '#b98a4c', '#d7ab6d'][(r + c) % 3]))).join('')}`).join('')}<rect x="60" y="40" width="22" height="640" fill="#2f4678"/><rect x="878" y="40" width="22" height="640" fill="#2f4678"/>`,
  ],
  label: [
    720,
    960,
    `<rect width="720" height="960" fill="#b88a52"/><rect x="0" y="400" width="720" height="120" fill="#d9b681"/><g transform="rotate(-4 360 480)"><rect x="110" y="150" width="500" height="660" rx="10" fill="#fff"/><text x="150" y="230" font-family="sans-serif" font-size="52" font-weight="700" fill="#1b2230">4821-07</text>${lines(150, 270, [320, 260, 290])}<rect x="150" y="350" width="420" height="4" fill="#1b2230"/><text x="150" y="420" font-family="sans-serif" font-size="34" fill="#1b2230">12 Harbour Road</text><text x="150" y="466" font-family="sans-serif" font-size="34" fill="#1b2230">North gate</text><g transform="translate(-20 0) scale(1 1)">${bars(180, 520, 150)}${bars(320, 520, 150)}${bars(450, 520, 150)}</g><text x="150" y="740" font-family="monospace" font-size="36" fill="#1b2230">7 002 194 821 07</text></g>`,
  ],
  damaged: [
    960,
    720,
    `<rect width="960" height="720" fill="#d5dbe3"/><rect y="520" width="960" height="200" fill="#aeb7c3"/>${box(280, 190, 400, 350, '#c99a5b')}<path d="M280 190l120 60-60 40 90 70-150 40z" fill="#8a6430"/><path d="M400 250l40 10-20 30z" fill="#e9d1a6"/><circle cx="360" cy="320" r="170" fill="none" stroke="#d33c3c" stroke-width="14"/>`,
  ],
  chair: [
    900,
    900,
    `<rect width="900" height="900" fill="#f3efe8"/><ellipse cx="450" cy="800" rx="280" ry="36" fill="#00000018"/><rect x="270" y="130" width="360" height="330" rx="60" fill="#3a6ea5"/><rect x="230" y="430" width="440" height="120" rx="50" fill="#4a80bb"/><path d="M290 540l-40 250h26l50-250zM610 540l40 250h-26l-50-250zM400 545l-16 220h24l20-220zM500 545l16 220h-24l-20-220z" fill="#8a6238"/><rect x="300" y="160" width="300" height="270" rx="44" fill="#ffffff1a"/>`,
  ],
  receipt: [
    700,
    940,
    `<rect width="700" height="940" fill="#394357"/><path d="M120 70h460v800l-38-26-38 26-39-26-38 26-39-26-38 26-38-26-39 26-38-26-38 26-39-26-38 26z" fill="#fcfcf8"/><text x="350" y="150" text-anchor="middle" font-family="sans-serif" font-size="44" font-weight="700" fill="#1b2230">RECEIPT</text>${lines(170, 200, [200, 160])}${[0, 1, 2, 3, 4].map((i) => `${lines(170, 290 + i * 62, [220 - i * 18])}<rect x="470" y="${290 + i * 62}" width="60" height="7" rx="3.5" fill="#8f98a8"/>`).join('')}<rect x="170" y="600" width="360" height="4" fill="#1b2230"/><text x="170" y="670" font-family="sans-serif" font-size="40" font-weight="700" fill="#1b2230">TOTAL</text><text x="530" y="670" text-anchor="end" font-family="sans-serif" font-size="40" font-weight="700" fill="#1b2230">284.60</text>${bars(220, 720, 70)}${bars(350, 720, 70)}`,
  ],
  road: [
    1000,
    620,
    `<rect width="1000" height="620" fill="#cfe3f4"/><circle cx="810" cy="120" r="56" fill="#ffe08a"/><path d="M0 330q180-120 380-20t620-60v250H0z" fill="#9cc38c"/><rect y="440" width="1000" height="180" fill="#5d6673"/>${[0, 1, 2, 3, 4].map((i) => `<rect x="${40 + i * 210}" y="524" width="120" height="12" fill="#f6f0d6"/>`).join('')}${van(330, 330, 1.25)}`,
  ],
  map: [
    640,
    400,
    `<rect width="640" height="400" fill="#eef1e6"/><path d="M0 300q160-90 320-30t320-60v190H0z" fill="#b8d8ee"/><path d="M0 120h640M190 0v400M430 0v400M0 230l640-90" stroke="#fff" stroke-width="16" fill="none"/><rect x="220" y="20" width="180" height="80" rx="6" fill="#cfe3bd"/><rect x="20" y="20" width="150" height="80" rx="6" fill="#e2dccb"/><rect x="460" y="20" width="150" height="80" rx="6" fill="#e2dccb"/><path d="M320 210c-34-44-50-64-50-90a50 50 0 0 1 100 0c0 26-16 46-50 90z" fill="#2456d6"/><circle cx="320" cy="120" r="19" fill="#fff"/>`,
  ],
  schedule: [
    640,
    420,
    `<rect width="640" height="420" fill="#24405f"/>${van(150, 130, 1.4, '#f4f6fa')}<rect y="300" width="640" height="120" fill="#1a2f47"/>`,
  ],
  colours: [
    900,
    640,
    `<rect width="900" height="640" fill="#f7f7f5"/>${['#3a6ea5', '#8f3f4a', '#4c7a57', '#d3a53b', '#5b5570', '#b7633a', '#2f8f8b', '#7a7f87'].map((c, i) => `<g transform="translate(${70 + (i % 4) * 200} ${70 + Math.floor(i / 4) * 260})"><rect width="160" height="170" rx="14" fill="${c}"/><text x="80" y="212" text-anchor="middle" font-family="sans-serif" font-size="26" fill="#3a4250">No. ${i + 11}</text></g>`).join('')}`,
  ],
}
const faces = [
  ['anna', '#f7d9c4', '#5a3825', '#8fb8de', 'long'],
  ['marta', '#e8bd97', '#1f1a17', '#e5a9a9', 'bun'],
  ['oleg', '#f1cdb0', '#8a6a3d', '#9cc3a5', 'short'],
  ['irina', '#f5d3bb', '#a5522d', '#c7b6e3', 'long'],
  ['david', '#a9714b', '#201815', '#e3c98f', 'short'],
  ['lena', '#fbe0cf', '#d3b064', '#a9d0d0', 'bun'],
  ['pavel', '#e9c3a3', '#4a4a4a', '#b9c6d8', 'short'],
  ['sofia', '#c68a5e', '#2b1d18', '#e9bfd0', 'long'],
]
const portrait = (skin, hair, back, cut) =>
  `<rect width="320" height="320" fill="${back}"/>${cut === 'long' ? `<path d="M84 150q0-96 76-96t76 96v120H84z" fill="${hair}"/>` : ''}${cut === 'bun' ? `<circle cx="160" cy="52" r="34" fill="${hair}"/>` : ''}<path d="M56 320q8-90 104-90t104 90z" fill="#33415c"/><rect x="136" y="190" width="48" height="56" rx="20" fill="${skin}"/><ellipse cx="160" cy="152" rx="62" ry="72" fill="${skin}"/><path d="M96 146q-4-76 64-78t64 78q-14-40-48-44-52 2-80 44z" fill="${hair}"/><circle cx="138" cy="156" r="6" fill="#2a2320"/><circle cx="182" cy="156" r="6" fill="#2a2320"/><path d="M140 188q20 16 40 0" stroke="#8d4b3a" stroke-width="5" fill="none" stroke-linecap="round"/>`
const mark = (back, glyph) => `<rect width="320" height="320" fill="${back}"/>${glyph}`
const avatars = {
  ...Object.fromEntries(
    faces.map(([name, skin, hair, back, cut]) => [`face-${name}`, portrait(skin, hair, back, cut)]),
  ),
  'group-routes': mark('#dfeee2', van(52, 110, 0.92, '#2c7a4b')),
  'group-bay': mark(
    '#dbe6f7',
    `${box(70, 150, 84, 84)}${box(164, 134, 96, 100, '#b98a4c')}${box(112, 74, 84, 76, '#d7ab6d')}<rect x="56" y="234" width="214" height="16" fill="#7c5a33"/>`,
  ),
  'group-shift': mark(
    '#1f2a44',
    `<circle cx="150" cy="160" r="80" fill="#f3d77a"/><circle cx="190" cy="136" r="72" fill="#1f2a44"/><circle cx="240" cy="90" r="6" fill="#fff"/><circle cx="80" cy="70" r="5" fill="#fff"/>`,
  ),
  'brand-desk': mark(
    '#0f766e',
    `<path d="M80 110h160a20 20 0 0 1 20 20v80a20 20 0 0 1-20 20h-90l-50 40v-40H80a20 20 0 0 1-20-20v-80a20 20 0 0 1 20-20z" fill="#fff"/>`,
  ),
  'brand-warehouse': mark(
    '#b45309',
    `<path d="M60 140l100-60 100 60v110H60z" fill="#fff"/><rect x="110" y="170" width="100" height="80" fill="#b45309"/>`,
  ),
}
const sticker = `<path d="M160 22l116 62v132l-116 82-116-82V84z" fill="#fff"/><path d="M160 44l94 50-94 52-94-52z" fill="#d9a45f"/><path d="M66 94l94 52v128l-94-66z" fill="#c08a45"/><path d="M254 94l-94 52v128l94-66z" fill="#b27c3a"/><path d="M88 156l18 10M120 172l18 10" stroke="#5c3d17" stroke-width="8" stroke-linecap="round"/><path d="M96 190q14 22 36 18" stroke="#5c3d17" stroke-width="7" fill="none" stroke-linecap="round"/><path d="M196 206l22-40q12 0 9 16l-3 10h26q8 4 5 14l-10 36q-3 6-10 6h-34z" fill="#3b82f6" stroke="#fff" stroke-width="5"/>`

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
await mkdir(out, { recursive: true })
const render = (svg, width, height, type, quality, toWidth, toHeight) =>
  page.evaluate(
    async ([source, w, h, mime, q]) => {
      const image = new Image()
      image.src = `data:image/svg+xml;base64,${btoa(source)}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = w
      canvas.height = h
      canvas.getContext('2d').drawImage(image, 0, 0, w, h)
      return canvas.toDataURL(mime, q).split(',')[1]
    },
    [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${svg}</svg>`,
      toWidth,
      toHeight,
      type,
      quality,
    ],
  )
const save = async (name, base64) => writeFile(path.join(out, name), Buffer.from(base64, 'base64'))

for (const [name, [width, height, svg]] of Object.entries(scenes)) {
  await save(`${name}.jpg`, await render(svg, width, height, 'image/jpeg', 0.82, width, height))
  const scale = 100 / Math.max(width, height)
  await save(
    `${name}-thumb.jpg`,
    await render(svg, width, height, 'image/jpeg', 0.6, Math.round(width * scale), Math.round(height * scale)),
  )
}
for (const [name, svg] of Object.entries(avatars))
  await save(`${name}.jpg`, await render(svg, 320, 320, 'image/jpeg', 0.85, 320, 320))
await save('sticker.webp', await render(sticker, 320, 320, 'image/webp', 0.9, 320, 320))
await save('sticker-thumb.webp', await render(sticker, 320, 320, 'image/webp', 0.7, 96, 96))

const clip = await page.evaluate(
  async ([road, moving]) => {
    const load = async (svg, w, h) => {
      const image = new Image()
      image.src = `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${svg}</svg>`)}`
      await image.decode()
      return image
    }
    const back = await load(road, 1000, 620)
    const front = await load(moving, 260, 140)
    const canvas = document.createElement('canvas')
    canvas.width = 480
    canvas.height = 298
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(20), {
      mimeType: 'video/webm;codecs=vp8',
      videoBitsPerSecond: 220000,
    })
    const chunks = []
    recorder.ondataavailable = (event) => chunks.push(event.data)
    const done = new Promise((resolve) => (recorder.onstop = resolve))
    const started = performance.now()
    recorder.start()
    await new Promise((resolve) => {
      const draw = () => {
        const at = performance.now() - started
        context.drawImage(back, 0, 0, 480, 298)
        context.drawImage(front, -150 + (at / 4000) * 560, 158, 156, 84)
        if (at > 4000) resolve()
        else setTimeout(draw, 50)
      }
      draw()
    })
    recorder.stop()
    await done
    const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  },
  [scenes.road[2].replace(van(330, 330, 1.25), ''), van(4, 4, 1)],
)
await save('clip.webm', clip)
await browser.close()
