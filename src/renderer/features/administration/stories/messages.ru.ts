import type { en } from './messages.en.ts'

export const ru: Record<keyof typeof en, string> = {
  'stories.title': 'Истории контактов',
  'stories.period': 'Период',
  'stories.days': '{days, plural, =1 {24 часа} one {# день} few {# дня} many {# дней} other {# дня}}',
  'stories.read': 'Показать истории',
  'stories.intro': 'Истории, которые опубликовали контакты этого аккаунта',
  'stories.introText':
    'Они читаются из сервиса по вашему запросу и не появляются ни в чатах, ни в «Ожидают». Контакты не узнают, что вы их посмотрели.',
  'stories.none': 'За этот период историй нет',
  'stories.noneText': 'Показываются истории только тех, кто есть в контактах аккаунта. Сервис хранит их 30 дней.',
  'stories.kind.image': 'Фото',
  'stories.kind.video': 'Видео',
  'stories.kind.audio': 'Голосовое сообщение',
  'stories.kind.deleted': 'Удалена автором',
  'stories.kind.other': 'Неизвестный тип: {type}',
  'stories.preview': 'Превью истории: {name}',
  'stories.picture': 'История: {name}',
  'stories.fetch':
    '{kind, select, image {Показать фото} video {Показать видео} audio {Прослушать} other {Загрузить файл}}',
  'stories.unknownTime': 'Время неизвестно',
}
