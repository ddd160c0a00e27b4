/** One class again and again to the end of the text, and any text to its end. */
const slow = [/^(?:\[[^\]]*\]|\\[sSwWdD])(?:[+*]|\{\d+,\})\??\$$/, /^(?!\^).*(?<!\\)\.(?:[+*]|\{\d+,\})\??\$$/]

/**
 * Why a pattern does not read its text in linear time; undefined: nothing is known against it. One that ends in an
 * endless repetition and `$`, and may begin inside it, reads on to the end from each place where it could begin. What
 * strangers write would hold a thread for minutes.
 */
export function refusalOfPattern(pattern) {
  return pattern.split('|').some((part) => slow.some((form) => form.test(part)))
    ? `/${pattern}/ begins anew at each sign and reads to the end: anchor it with ^, or cut by split, indexOf or a loop.`
    : undefined
}

const linear = {
  meta: { type: 'problem', schema: [] },
  createOnce(context) {
    const isOurs = () =>
      !/[/\\](?:tools|bench|e2e|simulation|testing)[/\\]|\.(?:test|build-test)\./.test(context.filename)
    return {
      Literal(node) {
        if (node.regex === undefined || node.regex === null || !isOurs()) return
        const message = refusalOfPattern(node.regex.pattern)
        if (message) context.report({ node, message })
      },
    }
  },
}

export default { meta: { name: 'regexes' }, rules: { linear } }
