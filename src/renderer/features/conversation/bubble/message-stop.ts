import { createContext, use } from 'react'

const MessageStop = createContext<0 | -1>(-1)
export const MessageStopProvider = MessageStop.Provider

/** tabIndex for the controls of a message: only those of the message that has the focus can be tabbed to. */
export const useMessageStop = (): 0 | -1 => use(MessageStop)
