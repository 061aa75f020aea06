import { expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

it('tells addresses of the public internet from all others', () => {
  for (const address of ['8.8.8.8', '93.184.215.14', '172.15.0.1', '2606:4700::1111', '2a00:1450:4001::1']) {
    expect([address, isPublicAddress(address)]).toEqual([address, true])
  }
  for (const address of [
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
    ...[
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
      '192.0.0.1',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.1',
    ],
    ...['203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:10.0.0.1'],
    ...['64:ff9b::10.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '2002:7f00:1::', '2002:808:808::1'],
    ...[
      '2001::1',
      '2001:0:4136:e378:8000:63bf:3fff:fdd2',
      'fc00::1',
      'fd12:3456::1',
      'fe80::1',
      'fe80::1%eth0',
    ],
    ...['fec0::1', 'ff02::1', '100::1', '2001:db8::1', '3fff::1', '5f00::1', '4000::1', '', 'example.com'],
  ]) {
    expect([address, isPublicAddress(address)]).toEqual([address, false])
  }
})
