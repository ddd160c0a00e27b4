const hourMs = 3_600_000

/** How long a chat can be kept quiet, in the menu's order. */
export const muteChoices = [
  { id: 'chats.muteHour', ms: hourMs },
  { id: 'chats.muteEightHours', ms: 8 * hourMs },
  { id: 'chats.muteWeek', ms: 7 * 24 * hourMs },
] as const
