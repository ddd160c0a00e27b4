/** Whether the person wants no movement: the system's setting, or the program's own. */
export const reducesMotion = (): boolean =>
  document.documentElement.dataset['motion'] === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches
