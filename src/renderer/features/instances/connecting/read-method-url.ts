/** Facts about an instance from the URL of a method. */
export interface MethodUrl {
  readonly apiUrl: string
  readonly idInstance: string
  /** Null: the address ends before it. */
  readonly token: string | null
}

const longest = 2_000
const methodUrl = /^(https?:\/\/[^\s?#]*?)\/waInstance(\d{1,20})(?:\/[a-z]+(?:\/([\w-]+))?)?\/?(?:[?#]\S*)?$/iu

/** Takes apart the address of a method, as consoles and examples show it. Null: the text is none. */
export function readMethodUrl(text: string): MethodUrl | null {
  const [, apiUrl, idInstance, token = null] = methodUrl.exec(text.trim().slice(0, longest)) ?? []
  return apiUrl === undefined || idInstance === undefined ? null : { apiUrl, idInstance, token }
}
