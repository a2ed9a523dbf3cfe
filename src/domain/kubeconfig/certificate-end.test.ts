import { expect, test } from 'vitest'
import { certificateEnd } from './certificate-end.ts'

// Signed for this test; their keys were thrown away.
const ends2026 = `-----BEGIN CERTIFICATE-----
MIIBQjCB6qADAgECAhEAtyn8AYDEuKyH0Aqq9JP24TAKBggqhkjOPQQDAjARMQ8w
DQYDVQQDEwZzYW1wbGUwHhcNMjYxMTE2MDgxMjM3WhcNMjYxMTE2MTIwMDAwWjAY
MRYwFAYDVQQDEw1zYW1wbGUtc2VydmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAEiltdEbjB1QvXrm8cexbgqDS2/N+1A1v/Wf+cqBjLXdafqsecqc2fuA/qmAZi
+KqIqoYx1E4nV33Z3QoAZxzNQ6McMBowGAYDVR0RBBEwD4INYS5leGFtcGxlLmNv
bTAKBggqhkjOPQQDAgNHADBEAiBKhUDVD6J1DnmLohV2luh/tOwds3pVOKm17iHc
2GFdmQIgIkWnP+VqPT/ZwPwew69VKONxOLv4kKY3/xTE0Nv7D5g=
-----END CERTIFICATE-----`
const ends2051 = `-----BEGIN CERTIFICATE-----
MIIBRTCB66ADAgECAhAytuL7O57HqxCcVEmHCImQMAoGCCqGSM49BAMCMBExDzAN
BgNVBAMTBnNhbXBsZTAgFw0yNjExMTYwODEyMzdaGA8yMDUxMDEwMTAwMDAwMFow
GDEWMBQGA1UEAxMNc2FtcGxlLXNlcnZlcjBZMBMGByqGSM49AgEGCCqGSM49AwEH
A0IABG9a7SIeLhNdx2yXV8uaceg49TDLQWZboPy3o7O9PtpKVLuXG9O36pZGXE1V
t+a1sKu7u6Qy/+zK3qPe5tR1kG6jHDAaMBgGA1UdEQQRMA+CDWEuZXhhbXBsZS5j
b20wCgYIKoZIzj0EAwIDSQAwRgIhAMmU9uhggcnEVYDWwmRQ4UADFo8uSQV+EmNY
7hJcvK+DAiEA3EDcTjPmuSRLgvmbZc0olk0hizTiBDLK1hnEDZw+yvw=
-----END CERTIFICATE-----`

const cases = [
  { name: 'two digits of a year', pem: ends2026, want: '2026-11-16T12:00:00.000Z' },
  { name: 'four digits of a year', pem: ends2051, want: '2051-01-01T00:00:00.000Z' },
  { name: 'the first of several', pem: ends2026 + ends2051, want: '2026-11-16T12:00:00.000Z' },
]

test.for(cases)('a certificate says when it ends: $name', ({ pem, want }) => {
  expect(new Date(certificateEnd(pem) ?? 0).toISOString()).toBe(want)
})

const others = [
  '',
  'no PEM',
  '-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----',
  ends2026.replace('MII', 'MIH'),
]

test.for(others)('what is no certificate has no end: %j', text => {
  expect(certificateEnd(text)).toBeUndefined()
})
