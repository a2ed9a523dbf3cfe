import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

const cases: readonly { readonly name: string; readonly given: readonly string[]; readonly want: boolean }[] =
  [
    {
      name: 'public servers',
      given: ['8.8.8.8', '140.82.121.4', '2606:4700::1111', '2a00:1450:4001::200e'],
      want: true,
    },
    {
      name: 'neighbours of private ranges',
      given: [
        '9.255.255.255',
        '11.0.0.0',
        '172.15.0.1',
        '172.32.0.1',
        '100.63.0.1',
        '100.128.0.1',
        '192.167.1.1',
        '223.255.255.255',
      ],
      want: true,
    },
    { name: 'this host', given: ['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.9.9.9', '::', '::1'], want: false },
    {
      name: 'private networks',
      given: ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1', 'fec0::1'],
      want: false,
    },
    { name: 'networks of providers', given: ['100.64.0.1', '100.127.255.255'], want: false },
    {
      name: 'the link, where clouds keep credentials',
      given: ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254'],
      want: false,
    },
    { name: 'many at once', given: ['224.0.0.1', '239.1.1.1', '255.255.255.255', 'ff02::1'], want: false },
    {
      name: 'reserved ranges',
      given: [
        '192.0.0.8',
        '192.0.2.1',
        '198.18.0.1',
        '198.51.100.1',
        '203.0.113.1',
        '240.0.0.1',
        '2001:db8::1',
        '3fff::1',
        '100::1',
      ],
      want: false,
    },
    {
      name: 'IPv4 inside of IPv6',
      given: [
        '::ffff:8.8.8.8',
        '::ffff:127.0.0.1',
        '::ffff:7f00:1',
        '::127.0.0.1',
        '64:ff9b::8.8.8.8',
        '64:ff9b::7f00:1',
        '64:ff9b:1::1',
        '2002:7f00:1::',
        '2001:0:1::',
      ],
      want: false,
    },
    { name: 'what is no address', given: ['', 'localhost', '1.2.3', '2606:4700::1111%eth0'], want: false },
  ]
for (const { name, given, want } of cases) {
  test(`${want ? 'Public' : 'Not public'}: ${name}`, () => {
    expect(given.filter(address => isPublicAddress(address) !== want)).toEqual([])
  })
}
