import { app } from 'electron'

/** Vite's address where `npm run dev` started the program, and never in a package. */
export const developmentServer = (): string | undefined =>
  app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
