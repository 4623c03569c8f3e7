// The settings that the server is started with.
import type { Address } from './address.ts'

export function serverArguments(clusterFolder: string, address: Address): string[] {
  const isSocket = address.host.startsWith('/')
  const settings = {
    port: address.port,
    listen_addresses: isSocket ? '' : address.host,
    unix_socket_directories: isSocket ? quoteListItem(address.host) : '',
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
    max_connections: 100,
    shared_buffers: '128MB',
    max_wal_size: '1GB',
    fsync: 'on',
    // Short queries over indexes: compiling them costs more than it saves.
    jit: 'off',
    logging_collector: 'on',
    log_directory: 'log',
    // One file per day of the week, each overwritten a week later: logs never fill the disk.
    log_filename: 'postgres-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: 0,
    log_truncate_on_rotation: 'on',
  }
  return [
    '-D',
    clusterFolder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** The setting is a list separated by commas; a folder's name may hold one, or a blank. */
function quoteListItem(item: string): string {
  return `"${item.replaceAll('"', '""')}"`
}
