// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Counter} from "../contracts/Counter.sol";

interface Vm {
    function startBroadcast() external;
    function stopBroadcast() external;
}

/// Deploys a counter with the CREATE2 factory, at an address that depends on the salt and the code only.
contract DeploySalted {
    bool public constant IS_SCRIPT = true;
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function run() external returns (Counter counter) {
        vm.startBroadcast();
        counter = new Counter{salt: bytes32(uint256(1))}();
        vm.stopBroadcast();
    }
}
