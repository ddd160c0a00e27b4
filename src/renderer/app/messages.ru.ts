import type { en } from './messages.en.ts'

export const ru: Record<keyof typeof en, string> = {
  'app.name': 'Switchboard',
  'app.views': 'Разделы',
  'app.view.chats': 'Чаты',
  'app.view.outgoing': 'Исходящие',
  'app.view.events': 'События',
  'app.view.requests': 'Запросы',
  'app.view.programs': 'Программы',
  'app.programsPaused': 'Все программы приостановлены',
  'app.programsPausedShort': 'Пауза',
  'app.programsPausedText':
    '{count, plural, =0 {Они читают, но ничего не отправляют.} one {Они читают, но ничего не отправляют: ждёт # сообщение.} few {Они читают, но ничего не отправляют: ждут # сообщения.} many {Они читают, но ничего не отправляют: ждут # сообщений.} other {Они читают, но ничего не отправляют: ждут # сообщения.}} Вы можете отправлять, в том числе предложения.',
  'app.programsPausedAt': 'Вы приостановили их {isToday, select, yes {в {time}} other {{time}}}.',
  'app.programsPausedShow':
    '{count, plural, one {Показать сообщение} few {Показать # сообщения} many {Показать # сообщений} other {Показать # сообщения}}',
  'app.programsResume': 'Возобновить программы',
  'app.view.instance': 'Инстанс',
  'app.view.instances': 'Инстансы',
  'app.view.settings': 'Настройки',
  'app.backToChats': '{count, plural, =0 {Назад к чатам} other {Назад к чатам, непрочитанных: {count, number}}}',
  'app.unreadChats':
    '{count, plural, one {# непрочитанный} few {# непрочитанных} many {# непрочитанных} other {# непрочитанных}}',
  'app.needAttention':
    '{count, plural, one {# требует внимания} few {# требуют внимания} many {# требуют внимания} other {# требуют внимания}}',
  'app.jump': 'Поиск и переход',
  'app.skip': 'К содержимому',
  'app.title': '{unread, plural, =0 {} other {({unread, number}) }}{where}',
  'app.titleView': '{view}, {instance} - Switchboard',
  'app.viewFailed': 'Этот раздел перестал работать',
  'app.viewFailedText': 'Остальной Switchboard работает. Написанное не потеряно.',
  'app.windowFailed': 'Окно перестало работать',
  'app.windowFailedText': 'Получение и отправка продолжаются. Сохранённое не потеряно.',
  'app.viewReload': 'Перезагрузить раздел',
  'app.badLink': 'По этой ссылке здесь ничего нет: {text}',
  'app.nobodyWaits': 'Никто не ждёт ответа',
  'app.noWayBack': 'Возвращаться некуда',
  'app.mark': 'Switchboard',
  'app.lock.title': 'Switchboard заблокирован',
  'app.lock.text': 'Приём и отправка продолжаются.',
  'app.lock.unlock': 'Разблокировать',
  'app.lock.wrong': 'Это не та парольная фраза.',
  'app.lock.failed': 'Не удалось проверить парольную фразу. Попробуйте ещё раз.',
  'app.lock.wait':
    'Повторите через {seconds, plural, one {# секунду} few {# секунды} many {# секунд} other {# секунды}}.',
  'app.lock.unreadable':
    'Файл блокировки повреждён, и ни одна фраза его не откроет. Завершите программу, удалите window-lock.json из папки данных и запустите её снова.',
  'app.notice.newMessage': 'Новое сообщение',
  'app.notice.missedCall': 'Пропущенный звонок',
  'app.notice.trouble': 'Приём остановлен. Откройте Switchboard, чтобы узнать причину.',
  'app.notice.pairingTitle': 'Командная строка просит подключения',
  'app.notice.pairing': 'Код: {code}. Откройте Switchboard, чтобы сверить его и ответить.',
  'app.notice.summary':
    '{messages, plural, one {# новое сообщение} few {# новых сообщения} many {# новых сообщений} other {# новых сообщений}} в {chats, plural, one {# чате} few {# чатах} many {# чатах} other {# чатах}}',
}
