/** What the window is measured in. */
export const benchWindow = { viewport: { width: 1440, height: 900 }, locale: 'en-GB' } as const
