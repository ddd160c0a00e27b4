/**
 * The switches of getSettings that decide whether a kind of notification is sent (service 10.3 and 10.4), by the
 * service's names.
 */
export const notificationFields = [
  'incomingWebhook',
  'outgoingMessageWebhook',
  'outgoingAPIMessageWebhook',
  'outgoingWebhook',
  'stateWebhook',
  'pollMessageWebhook',
  'editedMessageWebhook',
  'deletedMessageWebhook',
] as const

export type NotificationField = (typeof notificationFields)[number]

export const isNotificationField = (name: string): name is NotificationField =>
  notificationFields.some((field) => field === name)
