import { contextBridge, ipcRenderer } from 'electron'
import type { BridgeChannel, SwitchboardBridge } from '../rpc/bridge.ts'

const channel: BridgeChannel = 'switchboard:pipe'
let listener: ((text: string) => void) | undefined

ipcRenderer.on(channel, (_event, text: string) => listener?.(text))

const bridge: SwitchboardBridge = {
  send: (text) => ipcRenderer.send(channel, text),
  onMessage: (next) => {
    listener = next
  },
}

contextBridge.exposeInMainWorld('switchboard', bridge)
