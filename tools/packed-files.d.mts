export function packedFiles(platform: 'linux' | 'mac' | 'windows'): Promise<readonly string[]>
