/**
 * What stands in the field once a text has been sent: what was typed behind it meanwhile. A text that no longer begins
 * with the sent one was written anew, and stays whole.
 */
export const restAfter = (sent: string, written: string): string =>
  written.startsWith(sent) ? written.slice(sent.length) : written

/**
 * Whether what is left is what Enter was pressed with while the text before it was on its way: then it follows that
 * one. What was typed or taken away since has no Enter yet.
 */
export const followsSent = (sent: string, pressedWith: string, left: string): boolean =>
  left !== '' && left === restAfter(sent, pressedWith)
