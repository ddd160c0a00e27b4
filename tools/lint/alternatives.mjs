const attribute = ({ openingElement }, name) =>
  openingElement.attributes.find((one) => one.type === 'JSXAttribute' && one.name.name === name)

/** The elements that stand for a node: those of all branches of a condition. */
function elementsOf(node) {
  switch (node?.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return [node]
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return elementsOf(node.expression)
    case 'ConditionalExpression':
      return [...elementsOf(node.consequent), ...elementsOf(node.alternate)]
    case 'LogicalExpression':
      return [...elementsOf(node.left), ...elementsOf(node.right)]
    default:
      return []
  }
}

/** Children as React counts them: text between lines is none. */
const childrenOf = ({ children }) =>
  children.filter((child) => child.type !== 'JSXText' || !/^\s*\n\s*$/.test(child.value))

/**
 * Buttons of two branches that React takes for one, by their places: a press that began on the first, and the focus,
 * act on the second when the branch changes meanwhile.
 */
function swapsOf(one, other, textOf) {
  if (one.type !== other.type) return []
  const children = () =>
    childrenOf(one).flatMap((child, at) =>
      elementsOf(child).flatMap((first) =>
        elementsOf(childrenOf(other)[at]).flatMap((second) => swapsOf(first, second, textOf)),
      ),
    )
  if (one.type === 'JSXFragment') return children()
  const text = (element, name) => {
    const found = attribute(element, name)
    return found === undefined ? '' : textOf(found)
  }
  if (textOf(one.openingElement.name) !== textOf(other.openingElement.name)) return []
  if (text(one, 'key') !== text(other, 'key')) return []
  const acts = [one, other].map((element) => text(element, 'onClick') || text(element, 'type'))
  if (acts[0] !== acts[1] && !acts.includes('')) return [other]
  return children()
}

const distinct = {
  meta: { type: 'problem', schema: [] },
  createOnce(context) {
    return {
      ConditionalExpression(node) {
        const textOf = (part) => context.sourceCode.getText(part)
        for (const one of elementsOf(node.consequent))
          for (const other of elementsOf(node.alternate))
            for (const swap of swapsOf(one, other, textOf))
              context.report({
                node: swap,
                message:
                  'A press or the focus on the button of the other branch goes over to this one: give them keys.',
              })
      },
    }
  },
}

export default { meta: { name: 'alternatives' }, rules: { distinct } }
