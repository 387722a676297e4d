// The function and types that modules with custom formats import.
export * from '@rpcloom/schema/formats'
