export function packedFiles(
  platform: 'linux' | 'mac' | 'windows',
  options?: { readonly dependencies?: boolean },
): Promise<readonly string[]>
