import { describe, expect, test } from 'vitest'
import { environmentProxy, readProxyUrl } from './proxy-for.ts'

const server = 'https://api.mgmt.example.com:6443'
const HTTPS_PROXY = 'http://proxy.example.com:3128'

describe('The environment names a proxy', () => {
  const used = [
    { name: 'for any server', server, env: { HTTPS_PROXY } },
    { name: 'in small letters', server, env: { https_proxy: HTTPS_PROXY } },
    { name: 'for a server that NO_PROXY does not name', server, env: { HTTPS_PROXY, NO_PROXY: 'a.b, c.d' } },
    {
      name: 'for another port than NO_PROXY names',
      server,
      env: { HTTPS_PROXY, NO_PROXY: 'example.com:443' },
    },
    { name: 'for a name that only ends like one', server, env: { HTTPS_PROXY, NO_PROXY: 'ample.com' } },
    {
      name: 'for the very name behind a dot',
      server,
      env: { HTTPS_PROXY, NO_PROXY: '.api.mgmt.example.com' },
    },
    {
      name: 'outside of a network',
      server: 'https://10.1.0.9',
      env: { HTTPS_PROXY, NO_PROXY: '10.2.0.0/16' },
    },
    {
      name: 'beside what nobody can read',
      server: 'https://10.1.0.9',
      env: { HTTPS_PROXY, NO_PROXY: '10/99,[' },
    },
  ]
  test.for(used)('$name', ({ server: to, env }) => {
    expect(environmentProxy(to, env)).toBe(HTTPS_PROXY)
  })

  const passed = [
    { name: 'nobody named one', server, env: { HTTP_PROXY: HTTPS_PROXY, HTTPS_PROXY: '' } },
    { name: 'the server is on this machine', server: 'https://127.0.0.1:6443', env: { HTTPS_PROXY } },
    {
      name: 'the server is on this machine, by name',
      server: 'https://localhost:6443',
      env: { HTTPS_PROXY },
    },
    { name: 'the server is on this machine, by IPv6', server: 'https://[::1]:6443', env: { HTTPS_PROXY } },
    { name: 'NO_PROXY names all', server, env: { HTTPS_PROXY, NO_PROXY: '*' } },
    { name: 'NO_PROXY names a domain', server, env: { HTTPS_PROXY, no_proxy: 'EXAMPLE.com' } },
    { name: 'NO_PROXY names what is below a domain', server, env: { HTTPS_PROXY, NO_PROXY: '.example.com' } },
    { name: 'NO_PROXY names it with a star', server, env: { HTTPS_PROXY, NO_PROXY: '*.example.com' } },
    { name: 'NO_PROXY names the port', server, env: { HTTPS_PROXY, NO_PROXY: 'example.com:6443' } },
    {
      name: 'NO_PROXY names a network',
      server: 'https://10.1.0.9',
      env: { HTTPS_PROXY, NO_PROXY: '10.0.0.0/8' },
    },
    {
      name: 'NO_PROXY names an address',
      server: 'https://[fd00::1]',
      env: { HTTPS_PROXY, NO_PROXY: 'fd00::1' },
    },
  ]
  test.for(passed)('not if $name', ({ server: to, env }) => {
    expect(environmentProxy(to, env)).toBeUndefined()
  })
})

describe('The address of a proxy', () => {
  test('is http when it does not say', () => {
    expect(readProxyUrl('proxy:3128')?.href).toBe('http://proxy:3128/')
  })

  test.for(['socks5://proxy:1080', 'http://', '', 'ftp://x'])('is none that can be used: %s', text => {
    expect(readProxyUrl(text)).toBeUndefined()
  })
})
