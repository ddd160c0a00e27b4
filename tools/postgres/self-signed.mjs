import crypto from 'node:crypto'

/**
 * A self-signed certificate for a name, good for 300 days: DER by hand, so that nothing has to be installed for it.
 * @param {string} dnsName
 * @returns {{ cert: string, key: string, spki: string }} PEM, and the hash of the public key
 */
export function selfSigned(dnsName) {
  const { publicKey, privateKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const len = (n) =>
    n < 128 ? Buffer.from([n]) : n < 256 ? Buffer.from([0x81, n]) : Buffer.from([0x82, n >> 8, n & 255])
  const tlv = (t, ...c) => {
    const b = Buffer.concat(c)
    return Buffer.concat([Buffer.from([t]), len(b.length), b])
  }
  const seq = (...c) => tlv(0x30, ...c)
  const oid = (h) => tlv(6, Buffer.from(h, 'hex'))
  const name = seq(tlv(0x31, seq(oid('550403'), tlv(0x0c, Buffer.from('switchboard')))))
  const t = (d) => tlv(0x17, Buffer.from(d.toISOString().replace(/[-:T]/g, '').slice(2, 14) + 'Z'))
  const alg = seq(oid('2a8648ce3d040302'))
  const spkiDer = publicKey.export({ type: 'spki', format: 'der' })
  const san = seq(oid('551d11'), tlv(4, seq(tlv(0x82, Buffer.from(dnsName)))))
  const tbs = seq(
    tlv(0xa0, tlv(2, Buffer.from([2]))),
    tlv(2, Buffer.from([1, ...crypto.randomBytes(7)])),
    alg,
    name,
    seq(t(new Date(Date.now() - 864e5)), t(new Date(Date.now() + 300 * 864e5))),
    name,
    spkiDer,
    tlv(0xa3, seq(san)),
  )
  const der = seq(tbs, alg, tlv(3, Buffer.from([0]), crypto.sign('sha256', tbs, privateKey)))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${der
      .toString('base64')
      .match(/.{1,64}/g)
      .join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    spki: crypto.createHash('sha256').update(spkiDer).digest('base64'),
  }
}
