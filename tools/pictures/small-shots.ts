import { at, view, type Shot } from './shot.ts'

/**
 * Every view in the smallest windows that must work: 1440 x 900 at 200 % zoom, and a narrow column beside another
 * program.
 */
const views = [
  ['outgoing', view('#/outgoing/1')],
  ['events', view('#/events/1')],
  ['requests', view('#/requests/1')],
  ['instance', view('#/instance/1', '.factbar')],
  ['instances', view('#/instance/all')],
  ['settings', view('#/settings/all')],
  ['list', (page) => at(page, '#/chats/all')],
] as const satisfies readonly (readonly [string, Shot['arrange']])[]

export const small: readonly Shot[] = views.flatMap(([name, arrange]): readonly Shot[] => [
  { name: `${name}-720-zoom-200-light`, width: 720, height: 450, zoom: 2, arrange },
  { name: `${name}-420-light`, width: 420, height: 800, arrange },
  { name: `${name}-420-ru-dark`, width: 420, height: 800, scheme: 'dark', locale: 'ru-RU', arrange },
])
