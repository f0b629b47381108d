import { storageContracts, verify } from '#contract-tests';
import { onBothDatabases } from '../../contract-tests/testing/doubles.ts';

onBothDatabases('storage', (given) => {
  for (const contract of storageContracts) verify(contract, { open: () => given().storage.open() }, { describe, it });
});
