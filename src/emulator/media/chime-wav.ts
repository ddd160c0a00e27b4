/** Makes a WAV file, 8 kHz mono: fading notes, `seconds` long. */
export const chimeWav = (seconds: number): Buffer => {
  const rate = 8000
  const samples = Math.round(rate * seconds)
  const out = Buffer.alloc(44 + samples * 2)
  out.write('RIFF', 0, 'latin1')
  out.writeUInt32LE(36 + samples * 2, 4)
  out.write('WAVEfmt ', 8, 'latin1')
  out.writeUInt32LE(16, 16)
  out.writeUInt16LE(1, 20)
  out.writeUInt16LE(1, 22)
  out.writeUInt32LE(rate, 24)
  out.writeUInt32LE(rate * 2, 28)
  out.writeUInt16LE(2, 32)
  out.writeUInt16LE(16, 34)
  out.write('data', 36, 'latin1')
  out.writeUInt32LE(samples * 2, 40)
  const notes = [523.25, 659.25, 783.99, 659.25]
  for (let index = 0; index < samples; index += 1) {
    const time = index / rate
    const frequency = notes[Math.floor(time * 2) % notes.length] ?? 440
    const fade = 1 - ((time * 2) % 1)
    out.writeInt16LE(Math.round(Math.sin(2 * Math.PI * frequency * time) * 9000 * fade), 44 + index * 2)
  }
  return out
}
