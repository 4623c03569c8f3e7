// An identity provider for tests: OpenID Connect over HTTP, which signs in whoever it is told to.
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Provider {
  issuer: string
  /** Who comes back from it next. */
  next: { sub: string; email: string }
  /** Plays the browser's part at the provider: from its sign-in address to the address it sends the browser back to. */
  visit(authorizationUrl: string): string
  close(): void
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export async function startProvider({ signWith }: { signWith?: KeyObject } = {}): Promise<Provider> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, Record<string, unknown>>()
  const provider: Provider = {
    issuer: '',
    next: { sub: 'nobody', email: 'nobody@harbour.example' },
    visit(address) {
      const { searchParams: asked } = new URL(address)
      const code = `code-${codes.size}`
      codes.set(code, { ...provider.next, aud: asked.get('client_id'), nonce: asked.get('nonce') })
      const back = new URL(asked.get('redirect_uri')!)
      back.searchParams.set('code', code)
      back.searchParams.set('state', asked.get('state')!)
      return back.href
    },
    close: () => server.close(),
  }
  const idToken = (claims: object) => {
    const now = Math.floor(Date.now() / 1000)
    const signed = `${part({ alg: 'RS256', kid: 'k' })}.${part({ iss: provider.issuer, iat: now, exp: now + 60, ...claims })}`
    return `${signed}.${createSign('RSA-SHA256')
      .update(signed)
      .sign(signWith ?? privateKey, 'base64url')}`
  }
  const answers: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/authorize`,
      token_endpoint: `${provider.issuer}/token`,
      jwks_uri: `${provider.issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/keys': async () => ({
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'RS256', use: 'sig' }],
    }),
    async '/token'(request) {
      let body = ''
      for await (const chunk of request) body += chunk
      const claims = codes.get(new URLSearchParams(body).get('code') ?? '')!
      return { access_token: 'access', token_type: 'Bearer', expires_in: 60, id_token: idToken(claims) }
    },
  }
  const server = createServer(async (request, response) => {
    const answer = await answers[request.url!]?.(request)
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}
