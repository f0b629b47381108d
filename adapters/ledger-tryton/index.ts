// Fills the ledger-gateway port over a Tryton 6.0 server.
export {};
