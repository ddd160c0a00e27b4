// The design's own icons: 24 grid, stroke 1.75, round caps and joins (design, "Icons").
import type { ReactNode } from 'react'
import { kindIconShapes } from './kind-icon-shapes.tsx'

export const iconShapes = {
  ...kindIconShapes,
  alert: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.8v4.6M12 16h.01" />
    </>
  ),
  attach: (
    <path d="M20 11.5 12 19.4a5 5 0 0 1-7-7.1l8.3-8.2a3.3 3.3 0 0 1 4.7 4.7l-8.2 8.1a1.7 1.7 0 0 1-2.4-2.4l7.5-7.4" />
  ),
  bold: <path d="M7 5h5.5a3.5 3.5 0 0 1 0 7H7zM7 12h6.5a3.5 3.5 0 0 1 0 7H7z" />,
  code: <path d="m8.5 7.5-4.5 4.5 4.5 4.5M15.5 7.5 20 12l-4.5 4.5" />,
  italic: <path d="M14 5h-4M14 19h-4M14.5 5l-5 14M18 5h-4M10 19H6" />,
  strike: (
    <path d="M4 12h16M16.5 8a3.6 3.6 0 0 0-4-3c-2.6 0-4.3 1.3-4.3 3.2 0 1 .4 1.8 1.2 2.4M7.5 16a4 4 0 0 0 4.5 3c2.7 0 4.5-1.3 4.5-3.4 0-.6-.1-1.1-.4-1.6" />
  ),
  archive: (
    <>
      <rect x="3.5" y="4.5" width="17" height="4.5" rx="1.5" />
      <path d="M5 9v8.5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V9M10 13h4" />
    </>
  ),
  arrowDown: <path d="M12 5v14M6 13l6 6 6-6" />,
  arrowUp: <path d="M12 19V5M6 11l6-6 6 6" />,
  bell: (
    <>
      <path d="M6 10a6 6 0 0 1 12 0c0 4 1.5 5.5 2.5 6.5h-17C4.5 15.5 6 14 6 10z" />
      <path d="M10.2 20a2.1 2.1 0 0 0 3.6 0" />
    </>
  ),
  braces: (
    <path d="M8.5 4H8a2 2 0 0 0-2 2v3.5A2.5 2.5 0 0 1 3.5 12 2.5 2.5 0 0 1 6 14.5V18a2 2 0 0 0 2 2h.5M15.5 4h.5a2 2 0 0 1 2 2v3.5a2.5 2.5 0 0 0 2.5 2.5 2.5 2.5 0 0 0-2.5 2.5V18a2 2 0 0 1-2 2h-.5" />
  ),
  calendar: (
    <>
      <rect x="4" y="5" width="16" height="15.5" rx="2" />
      <path d="M8.5 3v4M15.5 3v4M4 10h16" />
    </>
  ),
  chat: <path d="M20 15.5a2 2 0 0 1-2 2H8.5L4 21V6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2z" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  checks: (
    <>
      <path d="m2.5 12.8 4.2 4.2L15.5 8" />
      <path d="m12.2 16.4.6.6L21.5 8" />
    </>
  ),
  chevronDown: <path d="m6 9 6 6 6-6" />,
  chevronLeft: <path d="m15 6-6 6 6 6" />,
  chevronRight: <path d="m9 6 6 6-6 6" />,
  chevronUp: <path d="m6 15 6-6 6 6" />,
  circle: <circle cx="12" cy="12" r="8.5" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.2V12l3 2" />
    </>
  ),
  close: <path d="M6 6l12 12M18 6 6 18" />,
  command: (
    <path d="M9 9h6v6H9zM9 9H6.5A2.5 2.5 0 1 1 9 6.5zM15 9h2.5A2.5 2.5 0 1 0 15 6.5zM9 15H6.5A2.5 2.5 0 1 0 9 17.5zM15 15h2.5a2.5 2.5 0 1 1-2.5 2.5z" />
  ),
  compose: (
    <>
      <path d="M12 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-6" />
      <path d="M17.6 3.4a2 2 0 0 1 2.9 2.9L13 13.8 9 15l1.2-4z" />
    </>
  ),
  copy: (
    <>
      <rect x="9" y="9" width="11" height="11" rx="2" />
      <path d="M5.5 15H5a1.5 1.5 0 0 1-1.5-1.5V5A1.5 1.5 0 0 1 5 3.5h8.5A1.5 1.5 0 0 1 15 5v.5" />
    </>
  ),
  database: (
    <>
      <ellipse cx="12" cy="6" rx="7.5" ry="3" />
      <path d="M4.5 6v12c0 1.65 3.4 3 7.5 3s7.5-1.35 7.5-3V6M4.5 12c0 1.65 3.4 3 7.5 3s7.5-1.35 7.5-3" />
    </>
  ),
  disk: <path d="M3.5 13h17M6 5h12l2.5 8v4a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-4zM7 16h.01M10.5 16h.01" />,
  download: (
    <>
      <path d="M12 4v11M7 10.5l5 5 5-5" />
      <path d="M4.5 20h15" />
    </>
  ),
  edit: <path d="M17.6 3.9a2 2 0 0 1 2.9 2.9L8.5 18.8 4 20l1.2-4.5z" />,
  errorCircle: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="m9.2 9.2 5.6 5.6M14.8 9.2l-5.6 5.6" />
    </>
  ),
  exclamation: <path d="M12 4v9M12 19.5h.01" />,
  external: <path d="M14 4h6v6M20 4l-8.5 8.5M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4" />,
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="2.8" />
    </>
  ),
  eyeOff: (
    <path d="M9.9 5.7A8.6 8.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.6 3.4M6.4 7.3A16.4 16.4 0 0 0 2.5 12S6 18.5 12 18.5a9.3 9.3 0 0 0 4.6-1.2M10 10a2.8 2.8 0 0 0 4 4M3.5 3.5l17 17" />
  ),
  file: (
    <>
      <path d="M13.5 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8.5z" />
      <path d="M13.5 3v5.5H19M8.8 13h6.4M8.8 16.5h4.4" />
    </>
  ),
  filter: <path d="M4 6h16M7 12h10M10 18h4" />,
  folder: <path d="M3.5 18V6.5a2 2 0 0 1 2-2h4l2 2.5h7a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2z" />,
  forward: (
    <>
      <path d="m14 6 5.5 5L14 16" />
      <path d="M19.5 11H10a6 6 0 0 0-6 6v1.5" />
    </>
  ),
  gauge: (
    <>
      <path d="M4.2 18.2a9 9 0 1 1 15.6 0" />
      <path d="m12 13.5 4-4" />
    </>
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c2.5 2.4 3.7 5.2 3.7 8.5S14.5 18.1 12 20.5M12 3.5C9.5 5.9 8.3 8.7 8.3 12s1.2 6.1 3.7 8.5" />
    </>
  ),
  group: (
    <>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M2.5 19.5a6.5 6.5 0 0 1 13 0M15.5 5.2a3.5 3.5 0 0 1 0 6.6M18 14.2a6.5 6.5 0 0 1 3.5 5.3" />
    </>
  ),
  help: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M9.6 9.6a2.5 2.5 0 0 1 4.8.9c0 1.6-2.4 2-2.4 3.4M12 16.6h.01" />
    </>
  ),
  history: (
    <>
      <path d="M4 12.5a8 8 0 1 0 2.4-6.2L4 8.5" />
      <path d="M4 4v4.5h4.5M12 8v4.3l2.8 1.7" />
    </>
  ),
  hourglass: (
    <path d="M6.5 3.5h11M6.5 20.5h11M8 3.5v3c0 2.5 4 3.5 4 5.5s-4 3-4 5.5v3M16 3.5v3c0 2.5-4 3.5-4 5.5s4 3 4 5.5v3" />
  ),
  image: (
    <>
      <rect x="3.5" y="4.5" width="17" height="15" rx="2" />
      <circle cx="8.7" cy="9.7" r="1.5" />
      <path d="m20.5 15.5-4.6-4.6-8.4 8.6" />
    </>
  ),
  inbox: (
    <>
      <path d="M3.5 13h5l1.5 3h4l1.5-3h5" />
      <path d="M6.3 5.2 3.5 13v5a2 2 0 0 0 2 2h13a2 2 0 0 0 2-2v-5l-2.8-7.8A1.8 1.8 0 0 0 16 4H8a1.8 1.8 0 0 0-1.7 1.2z" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11.4V16M12 8h.01" />
    </>
  ),
  key: (
    <>
      <circle cx="8" cy="15.5" r="4.5" />
      <path d="m11.3 12.2 8.2-8.2M16 7.5l3 3" />
    </>
  ),
  keyboard: (
    <>
      <rect x="2.5" y="6" width="19" height="12" rx="2" />
      <path d="M6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M8 14h8" />
    </>
  ),
  layers: (
    <>
      <path d="m12 3.5 8.5 4.5L12 12.5 3.5 8z" />
      <path d="m4 12 8 4.2 8-4.2M4 16l8 4.2 8-4.2" />
    </>
  ),
  link: (
    <>
      <path d="M10 13.5a4 4 0 0 0 6 .4l2.8-2.8a4 4 0 0 0-5.7-5.7l-1.3 1.3" />
      <path d="M14 10.5a4 4 0 0 0-6-.4l-2.8 2.8a4 4 0 0 0 5.7 5.7l1.3-1.3" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="11" width="14" height="9.5" rx="2" />
      <path d="M8.2 11V7.8a3.8 3.8 0 0 1 7.6 0V11" />
    </>
  ),
  mark: (
    <>
      <path d="M4 8h5.5a2.5 2.5 0 0 1 2.5 2.5v3a2.5 2.5 0 0 0 2.5 2.5H20" />
      <circle cx="4.5" cy="8" r="2" fill="currentColor" stroke="none" />
      <circle cx="19.5" cy="16" r="2" fill="currentColor" stroke="none" />
      <path d="M4 16h4M16 8h4" opacity=".45" />
    </>
  ),
  mic: (
    <>
      <rect x="9" y="3" width="6" height="11" rx="3" />
      <path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3" />
    </>
  ),
  minus: <path d="M5 12h14" />,
  mobile: <path d="M9 3h6a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM11 17.8h2" />,
  moon: <path d="M20 13.5A8 8 0 1 1 10.5 4a6.5 6.5 0 0 0 9.5 9.5z" />,
  more: <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="2.6" />,
  mute: (
    <path d="M9.9 4.3A6 6 0 0 1 18 10c0 2 .35 3.4.9 4.4M6.3 8.2A6 6 0 0 0 6 10c0 4-1.5 5.5-2.5 6.5H16M10.2 20a2.1 2.1 0 0 0 3.6 0M3.5 3.5l17 17" />
  ),
  offline: (
    <path d="M3.5 3.5l17 17M8.5 15.6a5 5 0 0 1 7 0M5 12.2a10 10 0 0 1 5.2-2.7M19 12.2a10 10 0 0 0-2.6-1.8M2 8.8a15 15 0 0 1 4.3-2.8M22 8.8A15 15 0 0 0 10.7 5M12 19.2h.01" />
  ),
  okCircle: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="m8.4 12.3 2.5 2.5 4.8-5" />
    </>
  ),
  outgoing: (
    <>
      <path d="M21 3 10.5 13.5" />
      <path d="m21 3-6.5 18-4-7.5L3 9.5z" />
    </>
  ),
  panel: (
    <>
      <rect x="3.5" y="4.5" width="17" height="15" rx="2" />
      <path d="M14.5 4.5v15" />
    </>
  ),
  pause: <path d="M9 5.5v13M15 5.5v13" />,
  pending: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M8.2 12h.01M12 12h.01M15.8 12h.01" strokeWidth="2.6" />
    </>
  ),
  pin: <path d="M9 3.5h6M10 3.5v6.2L6.5 13v2h11v-2L14 9.7V3.5M12 15v6" />,
  place: (
    <>
      <path d="M19 10.2c0 5-7 10.8-7 10.8s-7-5.8-7-10.8a7 7 0 0 1 14 0z" />
      <circle cx="12" cy="10" r="2.5" />
    </>
  ),
  play: <path d="M8 5.5v13l10.5-6.5z" />,
  plus: <path d="M12 5v14M5 12h14" />,
  sort: (
    <>
      <path d="M4 7h9M4 12h6M4 17h3.5" />
      <path d="M17 6v12M13.8 14.8 17 18l3.2-3.2" />
    </>
  ),
  plug: <path d="M9 3v5M15 3v5M6 8h12v3.5a6 6 0 0 1-12 0zM12 17.5V21" />,
  poll: <path d="M6 20v-7M12 20V4M18 20v-4" />,
  pulse: <path d="M3 12h4l3-8 4 16 3-8h4" />,
  qrCode: <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5M20 14v2.5M14 17.5V20h2.5M20 20h-.01" />,
  react: (
    <>
      <circle cx="10.5" cy="13" r="7.5" />
      <path d="M7.4 14.8a3.8 3.8 0 0 0 6.2 0M8.2 11h.01M12.8 11h.01M19 3v5M16.5 5.5h5" />
    </>
  ),
  refresh: (
    <>
      <path d="M20 11a8 8 0 0 0-14.3-4L4 8.6" />
      <path d="M4 4v4.6h4.6" />
      <path d="M4 13a8 8 0 0 0 14.3 4l1.7-1.6" />
      <path d="M20 20v-4.6h-4.6" />
    </>
  ),
  reply: (
    <>
      <path d="M10 6 4.5 11 10 16" />
      <path d="M4.5 11H14a6 6 0 0 1 6 6v1.5" />
    </>
  ),
  search: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m20 20-4.2-4.2" />
    </>
  ),
  sending: <path d="M20.5 12A8.5 8.5 0 1 1 12 3.5" />,
  server: (
    <>
      <rect x="4" y="4.5" width="16" height="6.5" rx="1.8" />
      <rect x="4" y="13" width="16" height="6.5" rx="1.8" />
      <path d="M8 7.8h.01M8 16.2h.01" strokeWidth="2.4" />
    </>
  ),
  shield: <path d="M12 3.2 4.8 6v5.6c0 4.5 3 7.6 7.2 9.2 4.2-1.6 7.2-4.7 7.2-9.2V6z" />,
  sliders: (
    <>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2" />
      <circle cx="9" cy="17" r="2" />
    </>
  ),
  skip: <path d="m6 6 8 6-8 6zM18 6v12" />,
  slash: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="4" />
      <path d="m14.200 7.500-4.400 9" />
    </>
  ),
  smile: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M8.3 14a4.4 4.4 0 0 0 7.4 0M9 9.6h.01M15 9.6h.01" />
    </>
  ),
  star: <path d="m12 4 2.4 5.1 5.6.7-4.1 3.9 1 5.5-4.9-2.7-4.9 2.7 1-5.5L4 9.8l5.6-.7z" />,
  sticker: (
    <>
      <path d="M20.5 12.5V7A3 3 0 0 0 17.5 4h-11A3 3 0 0 0 3.5 7v10a3 3 0 0 0 3 3H13z" />
      <path d="M20.5 12.5H16a3 3 0 0 0-3 3V20" />
    </>
  ),
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1" />
    </>
  ),
  swap: (
    <>
      <path d="m8 4-4 4 4 4" />
      <path d="M4 8h16" />
      <path d="m16 12 4 4-4 4" />
      <path d="M20 16H4" />
    </>
  ),
  tag: (
    <>
      <path d="M12.8 3.5H5A1.5 1.5 0 0 0 3.5 5v7.8a2 2 0 0 0 .6 1.4l6.2 6.2a1.6 1.6 0 0 0 2.3 0l7.8-7.8a1.6 1.6 0 0 0 0-2.3l-6.2-6.2a2 2 0 0 0-1.4-.6z" />
      <path d="M8 8h.01" />
    </>
  ),
  terminal: <path d="m5 7 5 5-5 5M12.5 18H20" />,
  text: <path d="M5 6.5V5h14v1.5M12 5v14M9.5 19h5" />,
  trash: <path d="M4 7h16M9.5 7V4.5h5V7M6.2 7l.8 12a1.6 1.6 0 0 0 1.6 1.5h6.8A1.6 1.6 0 0 0 17 19l.8-12" />,
  unknown: <circle cx="12" cy="12" r="8.5" strokeDasharray="3.4 3.28" />,
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20.5a7.5 7.5 0 0 1 15 0" />
    </>
  ),
  video: (
    <>
      <rect x="3" y="6" width="12" height="12" rx="2" />
      <path d="m15 11 6-3.5v9L15 13" />
    </>
  ),
  warning: (
    <>
      <path d="M10.4 4.6 3 17.5A1.9 1.9 0 0 0 4.6 20.3h14.8a1.9 1.9 0 0 0 1.6-2.8L13.6 4.6a1.9 1.9 0 0 0-3.2 0z" />
      <path d="M12 9.5v4M12 16.8h.01" />
    </>
  ),
  webhook: (
    <path d="M17 16.5h-6.2a4.3 4.3 0 1 1-6.5-3.7M7 17l3.4-6a4.3 4.3 0 1 1 7-4.2M12 7l3.3 5.8a4.3 4.3 0 1 1-1.3 7" />
  ),
  zap: <path d="M13 3 5 13.5h6L10.5 21 19 10.5h-6z" />,
  zoomIn: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m20 20-4.2-4.2M11 8.5v5M8.5 11h5" />
    </>
  ),
  zoomOut: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m20 20-4.2-4.2M8.5 11h5" />
    </>
  ),
} as const satisfies Readonly<Record<string, ReactNode>>

export type IconName = keyof typeof iconShapes
