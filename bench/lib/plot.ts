interface Line {
  readonly name: string
  /** A point for each of the plot's places; NaN where nothing was measured. */
  readonly values: readonly number[]
}

interface Plot {
  readonly title: string
  readonly unit: string
  readonly places: readonly number[]
  readonly lines: readonly Line[]
}

const short = new Intl.NumberFormat('en', { notation: 'compact' })
const colours = ['#2a5bd7', '#b4530a', '#0f766e', '#9d174d', '#6d28d9', '#4d7c0f']
const [width, height, left, top, bottom, right] = [520, 320, 56, 36, 40, 130]

/** Plots beside each other as one SVG, both axes logarithmic: a straight line that rises by one is linear growth. */
export function drawPlots(plots: readonly Plot[]): string {
  const drawn = plots.map((plot, index) => `<g transform="translate(${index * width} 0)">${drawPlot(plot)}</g>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${plots.length * width} ${height}" font-family="system-ui, sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
${drawn.join('\n')}
</svg>
`
}

function drawPlot({ title, unit, places, lines }: Plot): string {
  const all = lines.flatMap(({ values }) => values).filter((value) => Number.isFinite(value) && value > 0)
  const low = 10 ** Math.floor(Math.log10(Math.min(...all)))
  const high = 10 ** Math.ceil(Math.log10(Math.max(...all)))
  const x = (place: number): number =>
    left +
    ((Math.log10(place) - Math.log10(places[0] ?? 1)) / Math.log10((places.at(-1) ?? 10) / (places[0] ?? 1))) *
      (width - left - right)
  const y = (value: number): number =>
    height - bottom - (Math.log10(value / low) / Math.log10(high / low)) * (height - top - bottom)
  const parts = [`<text x="${left}" y="20" font-size="13" font-weight="600">${title}</text>`]
  for (let value = low; value <= high * 1.01; value *= 10) {
    parts.push(
      `<path d="M${left} ${y(value)}H${width - right}" stroke="#ddd"/>`,
      `<text x="${left - 6}" y="${y(value) + 4}" text-anchor="end" fill="#555">${value} ${unit}</text>`,
    )
  }
  for (const place of places) {
    parts.push(
      `<text x="${x(place)}" y="${height - bottom + 18}" text-anchor="middle" fill="#555">${short.format(place)}</text>`,
    )
  }
  const labels = lines
    .map((line, index) => ({
      ...line,
      colour: colours[index % colours.length] ?? '#000',
      at: y(line.values.at(-1) ?? low),
    }))
    .toSorted((a, b) => a.at - b.at)
  let free = top
  for (const { name, values, colour, at } of labels) {
    const points = values.flatMap((value, index) =>
      Number.isFinite(value) && value > 0 ? [`${x(places[index] ?? 1).toFixed(1)} ${y(value).toFixed(1)}`] : [],
    )
    free = Math.max(free + 14, at)
    parts.push(
      `<path d="M${points.join('L')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...points.map(
        (point) => `<circle cx="${point.split(' ')[0]}" cy="${point.split(' ')[1]}" r="3" fill="${colour}"/>`,
      ),
      `<text x="${width - right + 8}" y="${free + 4}" fill="${colour}">${name}</text>`,
    )
  }
  return parts.join('\n')
}
