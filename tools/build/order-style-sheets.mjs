/**
 * Puts the style sheet of the entry before those of its chunks. It says in which order the layers stand, which counts
 * only as the first word about them, and the bundler lists it by how modules happen to be shared.
 */
export const orderStyleSheets = () => ({
  name: 'order-style-sheets',
  transformIndexHtml: { order: 'post', handler: entryFirst },
})

const link = /^[^\S\n]*<link rel="stylesheet"[^>]*>\n/gm

function entryFirst(html) {
  const ordered = (html.match(link) ?? []).toSorted((a, b) => Number(isEntry(b)) - Number(isEntry(a)))
  return html.replace(link, () => ordered.shift())
}

const isEntry = (text) => /\/index-[^/"]*\.css"/.test(text)
