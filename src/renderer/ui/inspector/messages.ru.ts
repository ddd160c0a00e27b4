import type { en } from './messages.en.ts'

export const ru: Record<keyof typeof en, string> = {
  'inspector.details': 'Подробности',
  'inspector.previous': 'Предыдущее',
  'inspector.next': 'Следующее',
  'inspector.close': 'Закрыть подробности',
  'inspector.clearFilter': 'Сбросить фильтр «{filter}»',
  'inspector.clearAll': 'Сбросить',
  'inspector.apply': 'Применить',
  'inspector.wholeNumber': 'Целое число от {min, number} до {max, number}',
  'inspector.wrapLines': 'Переносить строки',
  'inspector.rawJson': 'Исходный JSON',
  'inspector.copyJson': 'Копировать JSON',
  'inspector.copyCurl': 'Копировать как cURL',
  'inspector.curlCopied': 'Скопировано как cURL, токен скрыт',
  'inspector.tokenNotCopied': 'Токен не копируется. Замените API_TOKEN своим.',
  'inspector.chosen': '{count, plural, one {# значение} few {# значения} many {# значений} other {# значения}}',
  'inspector.live': 'Обновляется',
  'inspector.paused': 'Остановлено',
  'inspector.pauseList': 'Остановить список',
  'inspector.resumeList': 'Продолжить список',
  'inspector.export': 'Экспорт',
  'inspector.exported.messages':
    '{count, plural, one {Выгружено # сообщение} few {Выгружено # сообщения} many {Выгружено # сообщений} other {Выгружено # сообщения}} в {name}',
  'inspector.exported.requests':
    '{count, plural, one {Выгружен # запрос} few {Выгружено # запроса} many {Выгружено # запросов} other {Выгружено # запроса}} в {name}',
  'inspector.exported.lines': 'Сохранено как {name}',
  'inspector.chat': 'Чат',
  'inspector.searchChats': 'Имя, номер или ID чата',
  'inspector.noChats': 'Таких чатов нет.',
  'inspector.couldNotRead': 'Это не удалось прочитать',
}
