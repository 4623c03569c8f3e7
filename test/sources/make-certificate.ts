// Certificates for tests, made as they are wanted: X.509 in DER, signed with a key of their own or with another's.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export interface MadeCertificate {
  /** PEM. */
  certificate: string
  privateKey: string
  key: KeyObject
}

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...contents: Buffer[]) => der(0x30, ...contents)
const integer = (value: number) => der(0x02, Buffer.from([value]))
// 2.5.4.3 is a common name, 1.2.840.113549.1.1.11 SHA-256 with RSA.
const COMMON_NAME = der(0x06, Buffer.from([0x55, 0x04, 0x03]))
const SHA256_WITH_RSA = sequence(
  der(0x06, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b])),
  der(0x05),
)
const nameOf = (name: string) => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))))
const moment = (at: Date) =>
  der(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`))

const DAY = 86_400_000

export function makeCertificate({
  name = 'vedette',
  until = new Date(Date.now() + 365 * DAY),
  by,
}: {
  name?: string
  until?: Date
  by?: MadeCertificate
} = {}): MadeCertificate {
  const { publicKey, privateKey: key } = keyPair()
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1 + Math.floor(Math.random() * 100)),
    SHA256_WITH_RSA,
    nameOf(by ? 'issuer' : name),
    sequence(moment(new Date(until.getTime() - 400 * DAY)), moment(until)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', content, by?.key ?? key)
  const whole = sequence(content, SHA256_WITH_RSA, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').match(/.{1,64}/g)!
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }) as string,
    key,
  }
}
