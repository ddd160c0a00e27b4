/**
 * Puts the style sheet of the entry before those of its chunks. It says in which order the layers stand, which counts
 * only as the first word about them, and the bundler lists it by how modules happen to be shared.
 */
export const orderStyleSheets = () => ({
  name: 'order-style-sheets',
  transformIndexHtml: { order: 'post', handler: entryFirst },
})

function entryFirst(html) {
  const links = html.match(/^[^\S\n]*<link rel="stylesheet"[^>]*>\n/gm) ?? []
  const ordered = links.toSorted((a, b) => Number(isEntry(b)) - Number(isEntry(a)))
  return links
    .reduce((page, link, index) => page.replace(link, `\u0000${index}`), html)
    .replace(/\u0000(\d+)/g, (_mark, index) => ordered[index])
}

const isEntry = (link) => /\/index-[^/"]*\.css"/.test(link)
