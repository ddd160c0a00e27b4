/** Relations that decide whether something is done. */
const relations = new Set(['<', '<=', '>', '>='])

const isNow = (node, owners) =>
  node.type === 'MemberExpression' && node.property.name === 'now' && owners.includes(node.object.name)

/** Whether a sum or difference has a reading of the wall clock in it; `tx.now` is that of a transaction. */
const isWallTime = (node) =>
  node.type === 'BinaryExpression'
    ? isWallTime(node.left) || isWallTime(node.right)
    : isNow(node, ['tx']) || (node.type === 'CallExpression' && isNow(node.callee, ['clock', 'Date']))

/**
 * A wall clock that is set back holds up what waits for it, for a day or for good. What waits in one run measures by
 * the monotonic clock; what compares with a stored or a service's time says why it may: `oxlint-disable-next-line`.
 */
const monotonic = {
  meta: { type: 'problem', schema: [] },
  createOnce(context) {
    const isCore = () =>
      /[/\\]src[/\\](?:api|core|local-api)[/\\]/.test(context.filename) &&
      !/[/\\]testing[/\\]|\.test\./.test(context.filename)
    return {
      BinaryExpression(node) {
        if (!relations.has(node.operator) || !isCore()) return
        if (isWallTime(node.left) || isWallTime(node.right))
          context.report({ node, message: 'The wall clock may be set: wait by the monotonic clock, or say why not.' })
      },
    }
  },
}

export default { meta: { name: 'clocks' }, rules: { monotonic } }
